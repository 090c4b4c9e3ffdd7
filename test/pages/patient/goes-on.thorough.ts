import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { type FaultyProxy, openFaultyProxy } from '../../support/faulty-proxy.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  ARRIVED,
  agree,
  atStep,
  choose,
  inviteTo,
  kept,
  measureAndCheck,
  OFFLINE,
  onwards,
  TORSO_VIEWS,
  torsoPhoto,
  toTheCheck,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

describe.skipIf(!requireTool('chromium'))('the page of a patient goes on', { timeout: 180_000 }, () => {
  let service: TestService;
  let proxy: FaultyProxy;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      openService({ pagesUrl: await pageFiles(), guesses: { tokens: 1e9, invitations: 1e9 } }),
      launchBrowser(),
    ]);
    proxy = await openFaultyProxy(service.url);
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await service?.close();
  });

  const invite = async () => {
    const { id, url } = await inviteTo(service);
    return { id, url, byProxy: url.replace(service.url, proxy.url) };
  };

  const putsOf = (requests: readonly string[]) => requests.filter((one) => /\/photos\/\w+$/.test(one)).length;
  const modelsOf = async (id: number) =>
    (await service.patient('GET', `/patients/${id}`)).patient.reconstructions.map(({ status }) => status);

  /** The network is away from when so many bytes have passed upwards, until `mend`. */
  const mend = () => {
    proxy.deafenAfter(Number.POSITIVE_INFINITY);
    // What hung in it is lost.
    proxy.set('cut');
    proxy.set('none');
  };

  async function reopened(context: BrowserContext, page: Page, url: string): Promise<Page> {
    await page.close();
    const again = await context.newPage();
    await again.goto(url);
    return again;
  }

  async function sentAtTheEnd(page: Page, id: number): Promise<void> {
    await onwards(page);
    await atStep(page, 'sent', 'done');
    expect(await kept(page)).toEqual([0, 0]);
    expect(await modelsOf(id)).toEqual(['has_3d']);
  }

  test.each([0.02, 0.25, 0.5, 0.75, 0.99])(
    'when it is closed with %d of each upload sent, and opened again',
    async (part) => {
      const { id, byProxy } = await invite();
      await visit(browser, byProxy, async ({ context, page: first }) => {
        let page = first;
        await agree(page);
        for (const [at, view] of TORSO_VIEWS.entries()) {
          const { buffer } = await torsoPhoto(view);
          await atStep(page, view);
          proxy.deafenAfter(buffer.length * part);
          await choose(page, view);
          await expect.poll(proxy.fault).toBe('deaf');
          expect(await kept(page)).toEqual([1, 1]);
          await page.close();
          mend();
          page = await context.newPage();
          await page.goto(byProxy);
          await atStep(page, TORSO_VIEWS[at + 1] ?? 'measures');
          await expect.poll(() => kept(page)).toEqual([0, 1]);
        }
        await measureAndCheck(page);
        await sentAtTheEnd(page, id);
      });
    },
  );

  test('where it was, when it is closed at any step, and sends nothing twice', async () => {
    const { id, url } = await invite();
    await visit(browser, url, async ({ context, page: first, requests }) => {
      let page = first;
      const closeAndOpen = async (step: string) => {
        page = await reopened(context, page, url);
        await atStep(page, step);
      };
      await atStep(page, 'welcome');
      await closeAndOpen('welcome');
      await agree(page);
      for (const [at, view] of TORSO_VIEWS.entries()) {
        await atStep(page, view);
        await closeAndOpen(view);
        await choose(page, view);
        await page.getByText(ARRIVED).waitFor();
        await closeAndOpen(TORSO_VIEWS[at + 1] ?? 'measures');
      }
      await measureAndCheck(page);
      await closeAndOpen('check');
      expect(await page.locator('.rows').textContent()).toContain('21.5\u00a0cm');
      await sentAtTheEnd(page, id);
      expect(putsOf(requests)).toBe(3);
      page = await reopened(context, page, url);
      await atStep(page, 'gone', 'failed');
      expect(await kept(page)).toEqual([0, 0]);
    });
  });

  /** As a phone in a pocket: the page is hidden and frozen, its connections are lost, and its clock is an hour later. */
  async function sleepAnHour(context: BrowserContext, page: Page): Promise<void> {
    const devtools = await context.newCDPSession(page);
    const seen = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await seen('hidden');
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    mend();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await page.clock.fastForward('01:00:00');
    // A sending may have gone on at once, and the page with it.
    await seen('visible').catch(() => {});
    await devtools.detach().catch(() => {});
  }

  test('after an hour of sleep in the middle of each upload, before the sending and in it', async () => {
    const { id, byProxy } = await invite();
    await visit(browser, byProxy, async ({ context, page, requests }) => {
      await page.clock.install();
      await page.goto(byProxy);
      await agree(page);
      for (const view of TORSO_VIEWS) {
        const { buffer } = await torsoPhoto(view);
        await atStep(page, view);
        proxy.deafenAfter(buffer.length / 2);
        await choose(page, view);
        await expect.poll(proxy.fault).toBe('deaf');
        await sleepAnHour(context, page);
        await page.getByText(ARRIVED).waitFor();
        await onwards(page);
      }
      await measureAndCheck(page);
      await sleepAnHour(context, page);
      await atStep(page, 'check');
      proxy.set('deaf');
      await onwards(page);
      await atStep(page, 'check', 'sending');
      await sleepAnHour(context, page);
      await atStep(page, 'sent', 'done');
      expect(await kept(page)).toEqual([0, 0]);
      expect(putsOf(requests)).toBe(6);
    });
    expect(await modelsOf(id)).toEqual(['has_3d']);
  });

  test('in two tabs that send at the same time: one set, and nothing is left on the phone', async () => {
    const { id, url } = await invite();
    await visit(browser, url, async ({ context, page }) => {
      await agree(page);
      await toTheCheck(page);
      const other = await context.newPage();
      await other.goto(url);
      await atStep(other, 'check');
      await Promise.all([page, other].map(onwards));
      await Promise.all(
        [page, other].map((one) =>
          one.waitForSelector(
            'html[data-step="sent"][data-state="done"], html[data-step="gone"][data-state="failed"]',
            { state: 'attached' },
          ),
        ),
      );
      expect(await kept(page)).toEqual([0, 0]);
      expect(await modelsOf(id)).toHaveLength(1);
    });
  });

  test('in two tabs that both have a photo of the same view while the network is away', async () => {
    const { id, url } = await invite();
    await visit(browser, url, async ({ context, page }) => {
      await agree(page);
      await context.route('**/photos/*', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText(OFFLINE).waitFor();
      const other = await context.newPage();
      await other.goto(url);
      await atStep(other, 'left');
      await choose(other, 'left');
      await other.getByText(OFFLINE).waitFor();
      await onwards(page);
      await choose(page, 'left');
      await page.getByText(OFFLINE).waitFor();
      expect(await kept(page)).toEqual([2, 1]);
      await context.unroute('**/photos/*');
      for (const one of [page, other]) await one.evaluate('dispatchEvent(new Event("online"))');
      await page.getByText(ARRIVED).waitFor();
      await other.getByText(ARRIVED).waitFor();
      await expect.poll(() => kept(page)).toEqual([0, 1]);
      await onwards(page);
      await choose(page, 'right');
      await page.getByText(ARRIVED).waitFor();
      await onwards(page);
      await measureAndCheck(page);
      await sentAtTheEnd(page, id);
    });
  });
});
