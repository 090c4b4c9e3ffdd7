import { inflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import { agree, atStep, choose, inviteTo, onwards, toTheCheck, visit } from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

/** What can be read on the page, without what is there to be pressed. */
const TEXTS = `[...document.querySelectorAll('h1, h2, h3, p, li, strong, span')]
  .filter((one) => !one.closest('.choices, .nav, button') && one.checkVisibility() && one.children.length === 0)
  .map((one) => one.textContent.trim())
  .filter((text) => text !== '')`;

/** How many letters a PDF of Chromium draws. */
function lettersIn(pdf: Buffer): number {
  let count = 0;
  for (const [, packed] of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    let drawn: string;
    try {
      drawn = inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1');
    } catch {
      continue;
    }
    if (!/\bBT\b/.test(drawn)) continue;
    for (const [, glyphs] of drawn.matchAll(/<([0-9A-F]+)>/gi)) count += glyphs!.length / 4;
  }
  return count;
}

describe.skipIf(!requireTool('chromium'))('on paper', { timeout: 120_000 }, () => {
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

  /** Nothing that can be read on the screen is missing on paper. */
  async function printsWhole(page: Page, step: string): Promise<void> {
    const read = await page.evaluate<string[]>(TEXTS);
    expect(read.length, step).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate<string[]>(TEXTS), step).toEqual(read);
    const pdf = await page.pdf({ format: 'A4' });
    // Two letters may be one sign, and spaces may be gaps.
    const letters = read.join('').replace(/\s/g, '').length;
    expect(lettersIn(pdf), step).toBeGreaterThan(0.9 * letters);
    await page.emulateMedia({ media: null });
  }

  test('each step and the page after the sending lose no text, in a dark room either', async () => {
    const { url } = await inviteTo(service);
    const walk = async ({ page }: { page: Page }) => {
      await page.route('**/photos/front/look', (route) => route.fulfill({ json: { warnings: ['cut_off'] } }));
      await atStep(page, 'welcome');
      await printsWhole(page, 'welcome');
      await agree(page);
      await choose(page, 'front');
      await page.locator('.told li').waitFor();
      await printsWhole(page, 'a warning');
      expect(await page.locator('.stage > svg').isVisible()).toBe(true);
      await page.unroute('**/photos/front/look');
      await choose(page, 'front');
      await page.locator('.told .good').waitFor();
      await toTheCheck(page);
      await printsWhole(page, 'check');
      await onwards(page);
      await atStep(page, 'sent', 'done');
      await printsWhole(page, 'sent');
      await page.goto(url);
      await atStep(page, 'gone', 'failed');
      await printsWhole(page, 'gone');
    };
    await visit(browser, url, walk, { colorScheme: 'dark' });
  });
});
