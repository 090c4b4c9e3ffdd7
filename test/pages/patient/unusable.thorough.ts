import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SetWarnings } from '../../../src/contract/patient-page.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  agree,
  atStep,
  choose,
  inviteTo,
  measureAndCheck,
  onwards,
  TORSO_VIEWS,
  toTheCheck,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

const NO_MODEL = 'With this photo there will be no 3D model:';
const ASKED = 'As it is, there will be no 3D model, and your clinic would have to ask you for photos again.';

describe.skipIf(!requireTool('chromium'))(
  'a photo that a generation refuses was told like a doubtful one',
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

    const findTogether = (page: Page, found: SetWarnings) =>
      page.route(/\/invitations\/[^/]+\/look$/, (route) => route.fulfill({ json: { found } }));
    const lookAt = (page: Page, view: string, json: object) =>
      page.route(`**/photos/${view}/look`, (route) => route.fulfill({ json }));
    const told = (page: Page) => page.locator('.told').locator('p, li').allTextContents();
    /** How often the set was sent. */
    const sendings = (requests: readonly string[]) => requests.filter((url) => url.endsWith('/send')).length;

    test('on its step the page says so, and taking it again stands out; a doubtful one is told as before', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page }) => {
        await lookAt(page, 'front', { warnings: ['cut_off'], isUnusable: true });
        await lookAt(page, 'left', { warnings: ['cut_off'], isUnusable: false });
        await agree(page);
        await choose(page, 'front');
        await page.locator('.told li').waitFor();
        const cutOff = 'A part of you is cut off. Please let the camera see all that the drawing shows.';
        expect(await told(page)).toEqual([NO_MODEL, cutOff, 'Please take it again.']);
        const colour = (selector: string) =>
          page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
        const [again, next] = [await colour('.again'), await colour('.nav .main')];
        await onwards(page);
        await choose(page, 'left');
        await page.locator('.told li').waitFor();
        expect(await told(page)).toEqual([
          'This photo could be better:',
          cutOff,
          'Please take it again if you can: with this one there may be no 3D model. Or go on with it.',
        ]);
        expect([await colour('.again'), await colour('.nav .main')]).toEqual([next, again]);
      });
    });

    test('Send asks once first; the button under the finger leads to the photo, the other one sends', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page, requests }) => {
        await findTogether(page, {
          ...{ photos: { front: [], left: ['wrong_view'], right: ['blurred'] }, together: [] },
          ...{ unusable: ['left'], isUnusable: true },
        });
        await agree(page);
        await toTheCheck(page);
        await page.locator('.rows .warnings').first().waitFor();
        const rows = await page.locator('.rows .warned').allTextContents();
        expect(rows.map((text) => text.startsWith(NO_MODEL))).toEqual([false, true, false, false]);
        expect(await told(page)).toEqual(['As it is, there will be no 3D model. Please change what is named.']);
        await page.getByRole('button', { name: 'Send to my clinic' }).dblclick();
        await atStep(page, 'left');
        expect((await told(page))[0]).toBe(NO_MODEL);
        await page.goBack();
        await atStep(page, 'check');
        await onwards(page);
        await page.getByText(ASKED).waitFor();
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Change it first');
        expect(sendings(requests)).toBe(0);
        await page.route('**/send', (route) => route.fulfill({ status: 422, json: {} }), { times: 1 });
        await page.getByRole('button', { name: 'Send all the same' }).click();
        await atStep(page, 'check', 'failed');
        await onwards(page);
        await atStep(page, 'sent', 'done');
        expect(sendings(requests)).toBe(2);
      });
    });

    test('a photo that was refused alone is asked about before all were looked at together, too', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page, requests }) => {
        await lookAt(page, 'right', { warnings: ['blurred'], isUnusable: true });
        await page.route(/\/invitations\/[^/]+\/look$/, () => {});
        await agree(page);
        for (const view of TORSO_VIEWS) {
          await choose(page, view);
          await page.locator(view === 'right' ? '.told li' : '.told .good').waitFor();
          await onwards(page);
        }
        await measureAndCheck(page);
        await page.getByText('Looking at all photos together…').waitFor();
        await onwards(page);
        await page.getByText(ASKED).waitFor();
        expect(sendings(requests)).toBe(0);
        await onwards(page);
        await atStep(page, 'right');
      });
    });

    test('for a measure that is not possible the question leads to the measure', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page }) => {
        const refused = { unusable: [], isUnusable: true };
        await findTogether(page, { photos: {}, together: ['measure_implausible'], ...refused });
        await agree(page);
        await toTheCheck(page);
        await page.locator('.told .problem').waitFor();
        await onwards(page);
        await page.getByText(ASKED).waitFor();
        await onwards(page);
        await atStep(page, 'measures');
      });
    });

    test('where the service of before tells no severity, all is told as doubtful and nothing is asked', async () => {
      const { url } = await inviteTo(service);
      await visit(browser, url, async ({ page }) => {
        await findTogether(page, { photos: { left: ['wrong_view'] }, together: [] });
        await agree(page);
        await toTheCheck(page);
        await page.locator('.rows .warnings').waitFor();
        expect(await page.locator('.problem:not(:empty)').count()).toBe(0);
        await onwards(page);
        await atStep(page, 'sent', 'done');
      });
    });
  },
);
