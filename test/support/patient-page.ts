import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import axeCore from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { ArrivedPhotosAnswer } from '../../src/contract/patient-page.ts';
import type { TestService } from './running-service.ts';

export const TORSO = resolve(import.meta.dirname, '../../samples/ana/torso');
export const TORSO_VIEWS = ['front', 'left', 'right'] as const;
/** Told of a photo that nobody looked at; the stand-in for the engine looks at none. */
export const ARRIVED = 'This photo has already arrived at your clinic.';
export const OFFLINE = 'There is no connection at this moment';
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const sha256Hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A link of a new patient. */
export async function inviteTo(service: TestService, type = 'mammo'): Promise<{ id: number; url: string }> {
  const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited' } });
  const answer = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=${type}`);
  return { id: patient.id, url: ((await answer.json()) as { invitation_url: string }).invitation_url };
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  complaints: string[];
  requests: string[];
}

/** A phone of its own; what the browser complains of, and every request, is kept. */
export async function visit(
  browser: Browser,
  url: string,
  walk: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-GB', ...options });
  const complaints: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('console', (message) => complaints.push(message.text()));
  context.on('weberror', (error) => complaints.push(String(error.error())));
  try {
    const page = await context.newPage();
    await page.goto(url);
    await walk({ context, page, complaints, requests });
  } finally {
    await context.close();
  }
}

export const atStep = (page: Page, step: string, state = 'ready') =>
  page.waitForSelector(`html[data-step="${step}"][data-state="${state}"]`, { state: 'attached' });

export const torsoPhoto = async (view: string) => ({
  name: `${view}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await readFile(join(TORSO, `${view}.jpg`)),
});

export async function agree(page: Page): Promise<void> {
  await atStep(page, 'welcome');
  await page.getByLabel('I agree').check();
  await page.getByRole('button', { name: 'Start' }).click();
}

export async function choose(page: Page, view: string): Promise<void> {
  await atStep(page, view);
  await page.locator('input[type=file]').setInputFiles(await torsoPhoto(view));
}

/** The button that leads on, in any language. */
export const onwards = (page: Page) => page.locator('.nav button.main').click();

export async function toTheCheck(page: Page): Promise<void> {
  for (const view of TORSO_VIEWS) {
    await choose(page, view);
    await page.locator('.told .good').waitFor();
    await onwards(page);
  }
  await measureAndCheck(page);
}

export async function measureAndCheck(page: Page): Promise<void> {
  await atStep(page, 'measures');
  await page.locator('.measure input').fill('21,5');
  await onwards(page);
  await atStep(page, 'check');
}

/** How many photos and links the page keeps on the phone. */
export const kept = (page: Page) =>
  page.evaluate<number[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('recon-photos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const names = ['photos', 'links'];
      const transaction = opening.result.transaction(names);
      const counts = names.map((name) => transaction.objectStore(name).count());
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(counts.map(({ result }) => result));
      };
      transaction.onabort = () => reject(transaction.error);
    };
  })`);

/** What the page keeps of links on the phone. */
export const keptLinks = (page: Page) =>
  page.evaluate<{ until: number; sending?: object }[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('recon-photos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('links').objectStore('links').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(all.result);
      };
    };
  })`);

export async function arrivedSha256(url: string, view: string): Promise<string | undefined> {
  const { photos } = (await (await fetch(`${url}/photos`)).json()) as ArrivedPhotosAnswer;
  return photos.find((one) => one.view === view)?.sha256;
}

/** What axe finds wrong; the page's context needs `bypassCSP`. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(`${axeCore.source};0`);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
