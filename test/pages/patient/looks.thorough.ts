import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHOTO_WARNINGS, type SetWarnings } from '../../../src/contract/patient-page.ts';
import { pageWordsOf } from '../../../src/service/web/words/words.ts';
import { ALL_WORDS } from '../../../src/service/web/words/words-for.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import { agree, atStep, choose, inviteTo, onwards, TORSO, toTheCheck, visit } from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

const GOOD: SetWarnings = { photos: { front: [], left: [], right: [] }, together: [] };

/** Answers that the test gives one by one, in the order in which they were asked for. */
function heldBack() {
  const held: Route[] = [];
  return {
    hold: (route: Route) => void held.push(route),
    asked: () => held.length,
    /** One that the page has left cannot be given any more. */
    answer: (at: number, json: object) => held[at]!.fulfill({ json }).catch(() => {}),
    path: (at: number) => new URL(held[at]!.request().url()).pathname,
    fields: (at: number) => new URLSearchParams(held[at]!.request().postData() ?? ''),
  };
}

describe.skipIf(!requireTool('chromium'))('what is told of photos on the page', { timeout: 120_000 }, () => {
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

  const lookOf = (page: Page) => page.locator('.told').textContent();
  const retake = async (page: Page, view: string) => {
    const buffer = await sharp(join(TORSO, `${view}.jpg`))
      .resize(1100)
      .jpeg()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'again.jpg', mimeType: 'image/jpeg', buffer });
  };

  test('the last step tells what is found together, asks with ids and measures alone, and lets it be sent', async () => {
    const { url } = await inviteTo(service);
    const looks = heldBack();
    await visit(browser, url, async ({ page, complaints }) => {
      await page.route(/\/invitations\/[^/]+\/look$/, looks.hold);
      await agree(page);
      await toTheCheck(page);
      await page.getByText('Looking at all photos together…').waitFor();
      expect(Object.keys(JSON.parse(looks.fields(0).get('photos')!))).toEqual(['front', 'left', 'right']);
      expect(looks.fields(0).get('reconstruction[nipple_to_nipple]')).toBe('21,5');
      await looks.answer(0, {
        found: { photos: { ...GOOD.photos, left: ['views_inconsistent'] }, together: ['measure_implausible'] },
      });
      await page.getByText('The measure does not fit the photos.').waitFor();
      const rows = await page.locator('.rows .warnings').allTextContents();
      expect(rows).toEqual(['It does not fit the other photos. Please keep your posture and your place.']);
      expect(await lookOf(page)).toContain(
        'Please change what is named if you can: otherwise there may be no 3D model. Or send them as they are.',
      );
      await onwards(page);
      await atStep(page, 'sent', 'done');
      expect(complaints).toEqual([]);
    });
  });

  test('a photo or a measure that is changed takes what was found together away, and is looked at anew', async () => {
    const { url } = await inviteTo(service);
    const looks = heldBack();
    await visit(browser, url, async ({ page }) => {
      await page.route(/\/invitations\/[^/]+\/look$/, looks.hold);
      await agree(page);
      await toTheCheck(page);
      await expect.poll(looks.asked).toBe(1);
      await looks.answer(0, { found: { ...GOOD, together: ['views_inconsistent'] } });
      await page.getByText('The photos do not seem to go together.').waitFor();
      await page.getByRole('button', { name: 'Change: Left side' }).click();
      await atStep(page, 'left');
      await retake(page, 'left');
      await page.locator('.told .good').waitFor();
      await onwards(page);
      await onwards(page);
      await onwards(page);
      await atStep(page, 'check');
      await expect.poll(looks.asked).toBe(2);
      expect(await lookOf(page)).toBe('Looking at all photos together…');
      await page.getByRole('button', { name: 'Change: Distance' }).click();
      await page.locator('.measure input').fill('20');
      await onwards(page);
      await expect.poll(looks.asked).toBe(3);
      // The answer about the measure before comes late.
      await looks.answer(1, { found: { ...GOOD, together: ['measure_implausible'] } });
      await looks.answer(2, { found: GOOD });
      await page.getByText('Your photos go well together.').waitFor();
      expect(looks.fields(2).get('reconstruction[nipple_to_nipple]')).toBe('20');
      expect(await page.locator('.warnings').count()).toBe(0);
    });
  });

  test('of photos that nobody looked at together nothing is told', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      const answered = page.waitForResponse((one) => one.url() === `${url}/look`);
      await agree(page);
      await toTheCheck(page);
      expect(await (await answered).json()).toEqual({ found: null });
      await page.getByText('Looking at all photos together…').waitFor({ state: 'detached' });
      expect(await lookOf(page)).toBe('');
    });
  });

  test('the late answer about an earlier photo says nothing of the one that took its place', async () => {
    const { url } = await inviteTo(service);
    const looks = heldBack();
    await visit(browser, url, async ({ page }) => {
      await page.route('**/photos/front/look', looks.hold);
      await agree(page);
      await choose(page, 'front');
      await expect.poll(looks.asked).toBe(1);
      await retake(page, 'front');
      await expect.poll(looks.asked).toBe(2);
      await looks.answer(0, { warnings: ['cut_off'] });
      // Had the late answer counted, the page would not wait for the other one.
      expect(await lookOf(page)).toBe('Looking at the photo…');
      await looks.answer(1, { warnings: [] });
      await page.getByText('This photo looks good.').waitFor();
    });
  });

  test('a side photo that was told beside another front photo is looked at again beside the new one', async () => {
    const { url } = await inviteTo(service);
    const looks = heldBack();
    await visit(browser, url, async ({ page }) => {
      await page.route('**/photos/front/look', (route) => route.fulfill({ json: { warnings: [] } }));
      await page.route('**/photos/left/look', looks.hold);
      await agree(page);
      await choose(page, 'front');
      await page.locator('.told .good').waitFor();
      await onwards(page);
      await choose(page, 'left');
      await expect.poll(looks.asked).toBe(1);
      await looks.answer(0, { warnings: ['views_inconsistent'] });
      await page.getByText('It does not fit the other photos.').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await atStep(page, 'front');
      await retake(page, 'front');
      await expect.poll(looks.asked).toBe(2);
      await onwards(page);
      await atStep(page, 'left');
      expect(await lookOf(page)).toBe('Looking at the photo…');
      await looks.answer(1, { warnings: [] });
      await page.getByText('This photo looks good.').waitFor();
    });
  });

  test('looks are asked for one after another, the photo that was just taken first, and each verdict comes', async () => {
    const { url } = await inviteTo(service);
    const looks = heldBack();
    const viewOf = (at: number) => looks.path(at).split('/').at(-2);
    await visit(browser, url, async ({ page }) => {
      await page.route('**/photos/*/look', looks.hold);
      await agree(page);
      for (const [at, view] of ['front', 'left', 'right'].entries()) {
        await choose(page, view);
        await expect.poll(looks.asked).toBe(at + 1);
        await looks.answer(at, { warnings: [] });
        await page.locator('.told .good').waitFor();
        await onwards(page);
      }
      await atStep(page, 'measures');
      for (const view of ['right', 'left', 'front']) {
        await page.getByRole('button', { name: 'Back' }).click();
        await atStep(page, view);
      }
      await retake(page, 'front');
      for (const at of [3, 4, 5]) {
        await expect.poll(looks.asked).toBe(at + 1);
        // Had it asked for all at once, the service would have refused some, and their verdicts were lost.
        await page.waitForTimeout(200);
        expect(looks.asked()).toBe(at + 1);
        await looks.answer(at, { warnings: at === 3 ? ['blurred'] : ['views_inconsistent'] });
      }
      expect([3, 4, 5].map(viewOf)).toEqual(['front', 'left', 'right']);
      await page.getByText('It is not sharp.').waitFor();
      for (const view of ['left', 'right']) {
        await onwards(page);
        await atStep(page, view);
        await page.getByText('It does not fit the other photos.').waitFor();
      }
    });
  });

  test.each(ALL_WORDS.map((words) => [words.language, pageWordsOf(words, 'mammo')] as const))(
    'in %s each warning has its words on the page, of a photo and of all together',
    async (locale, words) => {
      const { url } = await inviteTo(service);
      const walk = async ({ page }: { page: Page }) => {
        await page.route('**/photos/front/look', (route) =>
          route.fulfill({ json: { warnings: PHOTO_WARNINGS.filter((one) => !['small', 'dark'].includes(one)) } }),
        );
        await page.route(/\/invitations\/[^/]+\/look$/, (route) =>
          route.fulfill({ json: { found: { photos: { front: ['cut_off'] }, together: PHOTO_WARNINGS } } }),
        );
        await atStep(page, 'welcome');
        await page.locator('#agree').check();
        await onwards(page);
        await choose(page, 'front');
        await page.locator('.told li').first().waitFor();
        const told = PHOTO_WARNINGS.filter((one) => !['small', 'dark'].includes(one));
        expect(await page.locator('.told li').allTextContents()).toEqual(told.map((one) => words.warnings[one]));
        await onwards(page);
        for (const view of ['left', 'right']) {
          await choose(page, view);
          await page.locator('.told .good').waitFor();
          await onwards(page);
        }
        await page.locator('.measure input').fill('21.5');
        await onwards(page);
        await atStep(page, 'check');
        await page.locator('.told li').first().waitFor();
        expect(await page.locator('.told li').allTextContents()).toEqual(
          PHOTO_WARNINGS.map((one) => (one === 'views_inconsistent' ? words.notTogether : words.warnings[one])),
        );
        expect(await page.locator('.rows .warnings').allTextContents()).toEqual([words.warnings.cut_off]);
      };
      await visit(browser, url, walk, { locale });
    },
  );
});
