import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import { agree, atStep, choose, inviteTo, onwards, toTheCheck, visit } from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

describe.skipIf(!requireTool('chromium'))(
  'a warning stands beside the drawing it speaks of',
  { timeout: 120_000 },
  () => {
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

    /** Wholly between the edges of the page, and of a size at which it can be made out. */
    const isSeen = async (page: Page, selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (box === null) return false;
      return box.x >= 0 && box.x + box.width <= page.viewportSize()!.width && box.width > 30 && box.height > 40;
    };
    /** [the drawing, the photo] */
    const onStage = (page: Page) => Promise.all(['.stage > svg', '.stage > img'].map((one) => isSeen(page, one)));
    const warnOf = (page: Page, warnings: string[], view = 'front') =>
      page.route(`**/photos/${view}/look`, (route) => route.fulfill({ json: { warnings } }));

    test.each(['en-GB', 'ar-EG'])(
      'in %s on the step of a photo, with the photo, until another one is good',
      async (locale) => {
        const { url } = await inviteTo(service);
        const walk = async ({ page }: { page: Page }) => {
          await warnOf(page, ['cut_off']);
          await atStep(page, 'welcome');
          await page.locator('#agree').check();
          await onwards(page);
          await atStep(page, 'front');
          expect(await onStage(page)).toEqual([true, false]);
          await choose(page, 'front');
          await page.locator('.told li').waitFor();
          expect(await onStage(page)).toEqual([true, true]);
          await onwards(page);
          await choose(page, 'left');
          await page.locator('.told .good').waitFor();
          expect(await onStage(page)).toEqual([false, true]);
        };
        await visit(browser, url, walk, { locale, viewport: { width: 320, height: 568 } });
      },
    );

    test('at the last step in the row that is warned of, and at the measure that does not fit', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page }) => {
        await page.route(/\/invitations\/[^/]+\/look$/, (route) =>
          route.fulfill({
            json: {
              found: { photos: { front: [], left: ['wrong_view'], right: [] }, together: ['measure_implausible'] },
            },
          }),
        );
        await agree(page);
        await toTheCheck(page);
        await page.locator('.rows .warnings').waitFor();
        const drawn = page.locator('.row .drawn');
        expect(await drawn.evaluateAll((all) => all.map((one) => one.hidden))).toEqual([...[true, false, true], false]);
        expect(await isSeen(page, '.row:nth-child(2) .drawn svg')).toBe(true);
        expect(await isSeen(page, '.row:nth-child(4) .drawn svg')).toBe(true);
        expect(await page.locator('.row:nth-child(1) .drawn svg').isVisible()).toBe(false);
      });
    });

    test('what was found of all photos together stands on the step of the photo, until there is another one', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page }) => {
        for (const view of ['front', 'left', 'right']) await warnOf(page, [], view);
        await page.route(/\/invitations\/[^/]+\/look$/, (route) =>
          route.fulfill({
            json: { found: { photos: { left: ['views_inconsistent'] }, together: ['views_inconsistent'] } },
          }),
        );
        await agree(page);
        await toTheCheck(page);
        await page.locator('.rows .warnings').waitFor();
        await page.getByRole('button', { name: 'Change: Left side' }).click();
        await atStep(page, 'left');
        expect(await page.locator('.told').textContent()).toContain('It does not fit the other photos.');
        expect(await onStage(page)).toEqual([true, true]);
        await page.goBack();
        await atStep(page, 'check');
        expect(await page.locator('.rows .warnings').count()).toBe(1);
        await page.getByRole('button', { name: 'Change: Front' }).click();
        await atStep(page, 'front');
        await page.route('**/photos/front', (route) => route.abort());
        await choose(page, 'front');
        await onwards(page);
        await atStep(page, 'left');
        expect(await page.locator('.told').textContent()).toBe('This photo looks good.');
      });
    });

    test.each([
      ['mammo', 'The nipples cannot be seen.'],
      ['face', 'The eyes cannot be seen.'],
      ['body', 'A part of you that is needed cannot be seen'],
    ])('of %s it is said what cannot be seen', async (type, text) => {
      const { url } = await inviteTo(service, type);
      await visit(browser, url, async ({ page }) => {
        await warnOf(page, ['landmark_not_found']);
        await agree(page);
        await choose(page, 'front');
        await page.getByText(text).waitFor();
      });
    });
  },
);
