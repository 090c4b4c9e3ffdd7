import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAnotherService } from '../support/another-service.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { createPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { shot } from '../support/shots.ts';
import { openPty } from './pty-session.ts';

const FACE = join(SAMPLES, 'ana', 'face');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const newPatient = () => createPatient(clinic, '--name', 'Ana Sample', '--allow-same');

describe.skipIf(!requireTool('chromium'))('the terminal of the desk and the phone of the patient, side by side', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const atStep = (page: Page, step: string, state = 'ready') =>
    page.waitForSelector(`html[data-step="${step}"][data-state="${state}"]`, { state: 'attached', timeout: 90_000 });
  const stepOf = (page: Page) => page.evaluate<string>('document.documentElement.dataset.step');

  test('each step of the one is seen at the other, to the model', { timeout: 180_000 }, async () => {
    const id = await newPatient();
    const { environment, folder } = clinic;
    const desk = openPty(`recon invite ${id} --type face --here`, { environment, folder });
    await desk.waitFor(/works until \d{4}-\d\d-\d\d \d\d:\d\d/);
    const link = /http:\/\/127\.0\.0\.1:\d+\/invitations\/[\w-]+/.exec(desk.seen())![0];
    // The link is of this machine, where no phone gets in.
    expect(desk.seen()).not.toContain('▀');
    expect(desk.seen()).toContain('no code is drawn, since no phone can open this link');
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: 'en-GB',
    });
    const page = await phone.newPage();
    await page.goto(link);
    await desk.waitFor('the page is opened');
    await atStep(page, 'welcome');
    expect(await page.locator('.lead').textContent()).toMatch(/It works until \S/);
    await shot(page, 'desk welcome');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Start' }).click();
    // Another side of the head than is asked for: both are told, and it can be taken again.
    await atStep(page, 'front');
    await page.locator('input[type=file]').setInputFiles(join(FACE, 'left.jpg'));
    await desk.waitFor(/front: will give no model, to be taken again: it seems to show another view/);
    await page.getByText('It seems to show you from another side.').waitFor();
    expect(await page.locator('.stage > svg').isVisible()).toBe(true);
    await shot(page, 'desk doubtful');
    const left = new Set(['front', 'left', 'right']);
    while (left.size > 0) {
      // The page goes on once it has kept what was done.
      await expect.poll(async () => left.has(await stepOf(page))).toBe(true);
      const view = await stepOf(page);
      left.delete(view);
      await page.locator('input[type=file]').setInputFiles(join(FACE, `${view}.jpg`));
      await desk.waitFor(`${view}: usable`);
      await page.locator('.told .good').waitFor();
      await shot(page, `desk ${view}`);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await atStep(page, 'measures');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await atStep(page, 'check');
    await page.getByText('Your photos go well together.').waitFor();
    await shot(page, 'desk check');
    await page.getByRole('button', { name: 'Send to my clinic' }).click();
    await desk.waitFor('the photos are sent');
    await atStep(page, 'sent', 'done');
    await desk.waitFor(/ready after \d/);
    expect(await desk.ended).toBe(0);
    expect(desk.seen()).not.toContain('has_3d');
    await shot(page, 'desk sent');
    await phone.close();
  });

  test('Ctrl-C leaves the terminal clean, and the link goes on working', async () => {
    const id = await newPatient();
    const { environment, folder } = clinic;
    const desk = openPty(`recon invite ${id} --type face --here; code=$?; stty -a | grep -o ' echo '; (exit $code)`, {
      ...{ environment, folder },
    });
    await desk.waitFor('works until');
    const link = /http:\/\/127\.0\.0\.1:\d+\/invitations\/[\w-]+/.exec(desk.seen())![0];
    desk.type('\u0003');
    expect(await desk.ended).toBe(130);
    // The cursor that the spinner hid is back.
    expect(desk.seen().lastIndexOf('\u001b[?25h')).toBeGreaterThan(desk.seen().lastIndexOf('\u001b[?25l'));
    expect(desk.seen()).toContain(`recon show ${id} --watch`);
    expect((await fetch(link)).status).toBe(200);
  });
});

/** What the patient's page does, without a browser. */
async function put(link: string, view: string): Promise<void> {
  const photo = readFileSync(join(FACE, `${view}.jpg`));
  const form = new FormData();
  form.set('photo[id]', `photo-of-${view}`);
  form.set('photo[sha256]', createHash('sha256').update(photo).digest('hex'));
  form.set(`reconstruction[${view}]`, new Blob([photo]), `${view}.jpg`);
  expect((await fetch(`${link}/photos/${view}`, { method: 'PUT', body: form })).status).toBe(200);
}
async function sendSet(link: string): Promise<void> {
  const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
  expect((await fetch(`${link}/send`, { method: 'POST', headers, body: new FormData() })).status).toBe(200);
}

test('with another service it asks for the record alone, says less, and ends the same', async () => {
  const id = await newPatient();
  const other = await asAnotherService(clinic);
  const command = clinic.start(['invite', id, '--type', 'face', '--here'], { env: other.environment });
  let out = '';
  command.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  await expect.poll(() => out).toContain('\n');
  const link = out.trim();
  for (const view of ['front', 'left', 'right']) await put(link, view);
  await sendSet(link);
  const { exitCode, stdout, stderr } = await command;
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${link}\n` });
  expect(stderr).toContain('this service does not tell of its links');
  expect(stderr).not.toContain('works until');
  const refused = await clinic.recon(['invite', id, '--type', 'face', '--revoke'], { env: other.environment });
  expect(refused.exitCode).toBe(5);
  expect(refused.stderr).toContain('this service has no way to tell of the links of a patient or take one back');
  expect(other.seen.filter((line) => line.includes('/recon/'))).toEqual([]);
  await other.close();
});
