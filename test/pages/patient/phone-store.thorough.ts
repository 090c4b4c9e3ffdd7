import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  agree,
  atStep,
  choose,
  inviteTo,
  kept,
  OFFLINE,
  onwards,
  torsoPhoto,
  toTheCheck,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

/** As a phone does that slept: connections to the database are closed, and only who uses one finds out. */
const CONNECTIONS = `window.connections = [];
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...of) => {
    const opening = open(...of);
    opening.addEventListener('success', () => connections.push(opening.result));
    return opening;
  };`;
const LOSE = 'for (const one of connections.splice(0)) one.close()';
/** For photos alone, while it is full. */
const FULL = `window.isFull = true;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value) {
    if (isFull && 'bytes' in value) throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value);
  };`;
const NO_DATABASE = `indexedDB.open = () => { throw new DOMException('no', 'SecurityError') };`;
const LEAVE_OPEN = 'This phone cannot keep your photos. Please leave this page open until they have arrived.';
const STAYS_HERE = 'Until then your photos wait on this phone, also when this page is closed.';

describe.skipIf(!requireTool('chromium'))('what a phone keeps', { timeout: 120_000 }, () => {
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

  async function opened(page: Page, url: string, script: string): Promise<void> {
    await page.addInitScript(script);
    await page.goto(url);
    await agree(page);
    await atStep(page, 'front');
  }

  test('a database that was closed while the phone slept is opened again for a photo, the measures and the sending', async () => {
    const { id, url } = await inviteTo(service);
    await visit(browser, url, async ({ context, page }) => {
      await opened(page, url, CONNECTIONS);
      await page.evaluate(LOSE);
      await context.route('**/photos/front', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText(`${OFFLINE}. It goes on by itself. ${STAYS_HERE}`).waitFor();
      expect(await kept(page)).toEqual([1, 1]);
      await context.unroute('**/photos/front');
      await page.evaluate(LOSE);
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await page.locator('.told .good').waitFor();
      expect(await kept(page)).toEqual([0, 1]);
      await toTheCheck(page);
      await page.evaluate(LOSE);
      await onwards(page);
      await atStep(page, 'sent', 'done');
      expect(await kept(page)).toEqual([0, 0]);
    });
    expect((await service.patient('GET', `/patients/${id}`)).patient.reconstructions).toHaveLength(1);
  });

  test('a database that fails for good does not leave the page at sending', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await agree(page);
      await toTheCheck(page);
      await page.route('**/send', (route) => route.fulfill({ status: 422, json: {} }), { times: 1 });
      await page.evaluate('IDBDatabase.prototype.transaction = () => { throw new DOMException("no", "UnknownError") }');
      await onwards(page);
      await atStep(page, 'check', 'failed');
      await page.getByText('It could not be sent.').waitFor();
      await onwards(page);
      await atStep(page, 'sent', 'done');
    });
  });

  test('where there is no room for a photo the page says that it must stay open, and sends it all the same', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await opened(page, url, FULL);
      await page.route('**/photos/front', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText(LEAVE_OPEN).waitFor();
      expect(await page.getByText(STAYS_HERE).count()).toBe(0);
      expect(await kept(page)).toEqual([0, 1]);
      await page.unroute('**/photos/front');
      await page.evaluate('dispatchEvent(new Event("online"))');
      await page.locator('.told .good').waitFor();
      expect(await page.getByText(LEAVE_OPEN).count()).toBe(0);
    });
  });

  test('a photo that found no room takes the one before it away, which would be sent in its place', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await opened(page, url, FULL);
      await page.evaluate('isFull = false');
      await page.route('**/photos/front', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText(STAYS_HERE).waitFor();
      expect(await kept(page)).toEqual([1, 1]);
      await page.evaluate('isFull = true');
      await page.locator('input[type=file]').setInputFiles(await torsoPhoto('left'));
      await page.getByText(LEAVE_OPEN).waitFor();
      expect(await kept(page)).toEqual([0, 1]);
    });
  });

  test('a browser that keeps nothing says so of each photo that waits', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await opened(page, url, NO_DATABASE);
      await page.route('**/photos/front', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText(`${OFFLINE}. It goes on by itself. ${LEAVE_OPEN}`).waitFor();
    });
  });
});
