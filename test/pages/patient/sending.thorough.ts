import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderAccepted } from '../../../src/service/web/invitation-page.ts';
import { en } from '../../../src/service/web/words/en.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  agree,
  atStep,
  choose,
  inviteTo,
  kept,
  keptLinks,
  OFFLINE,
  onwards,
  TORSO,
  TORSO_VIEWS,
  toTheCheck,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

const DAY_MS = 24 * 3_600_000;

/** Another photo of the left side than before, so that it has to be sent. */
const retake = async () => ({
  ...{ name: 'again.jpg', mimeType: 'image/jpeg' },
  buffer: await sharp(join(TORSO, 'left.jpg')).resize(1100).jpeg().toBuffer(),
});

describe.skipIf(!requireTool('chromium'))('the sending of the set', { timeout: 120_000 }, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      openService({ pagesUrl: await pageFiles(), guesses: { tokens: 1e9, invitations: 1e9 } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const online = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))');
  const sendButton = (page: Page) => page.getByRole('button', { name: 'Send to my clinic' });
  const modelsOf = async (id: number) =>
    (await service.patient('GET', `/patients/${id}`)).patient.reconstructions.length;
  const sendingsOf = (requests: readonly string[]) => requests.filter((one) => one.endsWith('/send')).length;

  /** At the last step with a photo that waits, because its way is cut. */
  async function withOneOnItsWay(page: Page): Promise<void> {
    await toTheCheck(page);
    await page.getByRole('button', { name: 'Change: Left side' }).click();
    await atStep(page, 'left');
    await page.route('**/photos/left', (route) => route.abort());
    await page.locator('input[type=file]').setInputFiles(await retake());
    await page.getByText(OFFLINE).waitFor();
    await page.goBack();
    await atStep(page, 'check');
    await page.getByText(OFFLINE).waitFor();
  }

  test('a network that comes back is no longer said to be away', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      await withOneOnItsWay(page);
      await page.unroute('**/photos/left');
      await online(page);
      await page.getByText(OFFLINE).waitFor({ state: 'detached' });
      expect(await page.locator('.row').nth(1).textContent()).toContain('has arrived');
    });
  });

  test('a set that waits for a photo is told to be sent once, and not any more when the step is left', async () => {
    const { id, url } = await inviteTo(service);
    await visit(browser, url, async ({ page, requests }) => {
      await agree(page);
      await withOneOnItsWay(page);
      await sendButton(page).click();
      await atStep(page, 'check', 'sending');
      expect(await sendButton(page).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Change: Front' }).click();
      await atStep(page, 'front', 'ready');
      await page.unroute('**/photos/left');
      await online(page);
      await onwards(page);
      await atStep(page, 'left');
      await page.locator('.told .good').waitFor();
      expect([sendingsOf(requests), await modelsOf(id)]).toEqual([0, 0]);
      await page.goBack();
      await page.goBack();
      await atStep(page, 'check');
      await sendButton(page).click();
      await atStep(page, 'sent', 'done');
      expect(sendingsOf(requests)).toBe(1);
    });
    expect(await modelsOf(id)).toBe(1);
  });

  test('a set that waits for a photo is sent by itself when that has arrived', async () => {
    const { id, url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      await withOneOnItsWay(page);
      await sendButton(page).click();
      await atStep(page, 'check', 'sending');
      await page.unroute('**/photos/left');
      await online(page);
      await atStep(page, 'sent', 'done');
      expect(await kept(page)).toEqual([0, 0]);
    });
    expect(await modelsOf(id)).toBe(1);
  });

  test('a page that hears that its link is used up while the answer is on its way waits for the answer', async () => {
    const { id, url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      await toTheCheck(page);
      let isSent = false;
      let isHeard = false;
      await page.route('**/send', async (route) => {
        const response = await route.fetch();
        isSent = true;
        await expect.poll(() => isHeard, { timeout: 20_000 }).toBe(true);
        await route.fulfill({ response });
      });
      await page.route('**/photos', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response });
        if (response.status() === 404) isHeard = true;
      });
      await sendButton(page).click();
      await expect.poll(() => isSent, { timeout: 20_000 }).toBe(true);
      // The phone wakes up.
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await atStep(page, 'sent', 'done');
    });
    expect(await modelsOf(id)).toBe(1);
  });

  test('a sending that is left while nobody answers is not asked for again behind the back of the patient', async () => {
    const { id, url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      await toTheCheck(page);
      await page.route('**/send', (route) => route.abort());
      await sendButton(page).click();
      await page.getByText(OFFLINE).waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await atStep(page, 'measures');
      await expect.poll(async () => (await keptLinks(page))[0]!.until > Date.now() + 6 * DAY_MS).toBe(true);
      const asked = page.waitForRequest('**/send', { timeout: 4_000 }).then(
        () => 'asked',
        () => 'not asked',
      );
      expect(await asked).toBe('not asked');
      await page.unroute('**/send');
      await onwards(page);
      await atStep(page, 'check');
      await sendButton(page).click();
      await atStep(page, 'sent', 'done');
    });
    expect(await modelsOf(id)).toBe(1);
  });

  test.each([
    [409, 'photos_changed', 'no longer the ones shown here'],
    [422, undefined, 'It could not be sent.'],
  ])(
    'after a refusal (%i) what waits on the phone lives as long as the link, and it can be sent again',
    async (status, reason, text) => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ context, page }) => {
        await agree(page);
        await toTheCheck(page);
        await context.route('**/send', (route) => route.fulfill({ status, json: { reason } }));
        await sendButton(page).click();
        await atStep(page, 'check', 'failed');
        await page.getByText(text).waitFor();
        const [link] = await keptLinks(page);
        expect(link).not.toHaveProperty('sending');
        expect(link!.until).toBeGreaterThan(Date.now() + 6 * DAY_MS);
        // The photo of a patient who takes one again, without a network, and comes back two days later.
        await page.getByRole('button', { name: 'Change: Left side' }).click();
        await context.route('**/photos/left', (route) => route.abort());
        await page.locator('input[type=file]').setInputFiles(await retake());
        await page.getByText(OFFLINE).waitFor();
        await page.close();
        const later = await context.newPage();
        await later.clock.setFixedTime(Date.now() + 2 * DAY_MS);
        await later.goto(url);
        await atStep(later, 'check');
        expect(await kept(later)).toEqual([1, 1]);
        await later.close();
      });
    },
  );

  test('a set for a model that is accepted meanwhile was tried again for ever', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page, requests }) => {
      await agree(page);
      await toTheCheck(page);
      const refusal = { status: 409, json: { status: 409, reason: 'accepted' } };
      await page.route('**/send', (route) => route.fulfill(refusal));
      const body = renderAccepted({ words: en });
      await page.route(url, (route) => route.fulfill({ status: 409, body, contentType: 'text/html; charset=utf-8' }));
      await sendButton(page).click();
      await page.getByText('No more photos are needed').waitFor();
      expect(sendingsOf(requests)).toBe(1);
      // Who accepted it may take that back: the link then opens the form as it was left.
      for (const path of ['**/send', url]) await page.unroute(path);
      await page.reload();
      await atStep(page, 'check');
      expect((await keptLinks(page)).map(({ sending }) => sending)).toEqual([undefined]);
    });
  });

  test('a page that is open while the model is accepted shows that no photos are needed', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      const refusal = { status: 409, json: { status: 409, reason: 'accepted' } };
      await page.route('**/photos/front', (route) => route.fulfill(refusal));
      const body = renderAccepted({ words: en });
      await page.route(url, (route) => route.fulfill({ status: 409, body, contentType: 'text/html; charset=utf-8' }));
      await choose(page, 'front');
      await page.getByText('No more photos are needed').waitFor();
    });
  });

  test('an answer of whoever stands between is taken for no answer, and asked again no sooner than after a pause', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page, requests }) => {
      await agree(page);
      const portal = { json: { login: 'https://portal.example' } };
      let answers = 0;
      await page.route(/\/photos(\/front)?$/, (route) => {
        answers++;
        return route.fulfill(portal);
      });
      await choose(page, 'front');
      await page.getByText(OFFLINE).waitFor();
      await expect.poll(() => answers).toBeGreaterThan(1);
      // Pauses of 1, 2, 4 … s: without one there would be hundreds by now.
      expect(answers).toBeLessThan(10);
      expect(await kept(page)).toEqual([1, 1]);
      expect(await page.evaluate('document.documentElement.dataset.step')).toBe('front');
      await page.unroute(/\/photos(\/front)?$/);
      await online(page);
      await page.locator('.told .good').waitFor();
      await onwards(page);
      for (const view of TORSO_VIEWS.slice(1)) {
        await choose(page, view);
        await page.locator('.told .good').waitFor();
        await onwards(page);
      }
      await atStep(page, 'measures');
      await page.locator('.measure input').fill('21.5');
      await page.route('**/send', (route) => route.fulfill(portal), { times: 1 });
      await onwards(page);
      await atStep(page, 'check');
      await sendButton(page).click();
      await atStep(page, 'sent', 'done');
      expect(sendingsOf(requests)).toBe(2);
      expect(await kept(page)).toEqual([0, 0]);
    });
  });
});
