import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  agree,
  atStep,
  inviteTo,
  onwards,
  torsoPhoto,
  toTheCheck,
  type Visit,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { PAYLOADS } from '../../support/script-payloads.ts';

const FOREIGN_PARTS =
  'iframe, [onerror], [onload], a[href^="javascript"], script:not([src]):not([type="application/json"])';

describe.skipIf(!requireTool('chromium'))('sixty texts full of script', { timeout: 180_000 }, () => {
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

  /** Fails if anything of them ran, became a part of the page, or was asked of another origin. */
  async function runningNothing(url: string, walk: (page: Page, isSound: () => Promise<void>) => Promise<void>) {
    let ran = 0;
    const watched = async ({ page, requests }: Visit) => {
      page.on('dialog', (dialog) => {
        ran++;
        dialog.dismiss().catch(() => {});
      });
      const isSound = async () => {
        expect(await page.locator(FOREIGN_PARTS).count()).toBe(0);
        expect(await page.locator('main h1').count()).toBe(1);
      };
      await walk(page, isSound);
      await isSound();
      const origins = requests.filter((one) => !one.startsWith('blob:')).map((one) => new URL(one).origin);
      expect([...new Set(origins)]).toEqual([new URL(url).origin]);
    };
    await visit(browser, url, watched);
    expect(ran).toBe(0);
  }

  test('there are sixty', () => expect(new Set(PAYLOADS).size).toBe(60));

  test('as names of files run nothing, and are sent to nobody', async () => {
    const { url } = await inviteTo(service);
    await runningNothing(url, async (page) => {
      const bodies: string[] = [];
      await page.route('**/photos/front', async (route) => {
        bodies.push(route.request().postDataBuffer()!.toString('latin1'));
        await route.fulfill({ json: { photos: [], leftMs: 1e6 } });
      });
      await agree(page);
      await atStep(page, 'front');
      for (const [at, payload] of PAYLOADS.entries()) {
        const { buffer, mimeType } = await torsoPhoto('front');
        await page.locator('input[type=file]').setInputFiles({ name: `${at} ${payload}.jpg`, mimeType, buffer });
        await expect.poll(() => bodies.length).toBe(at + 1);
      }
      for (const body of bodies) {
        expect(body).toContain('filename="front"');
        expect(body).not.toContain('alert');
        expect(body).not.toContain('evil');
      }
    });
  });

  test('as what the service answers run nothing', async () => {
    const { url } = await inviteTo(service);
    await runningNothing(url, async (page) => {
      let payload = '';
      await page.route('**/photos/front', (route) =>
        route.fulfill({ status: 422, json: { reason: payload, detail: payload, errors: [{ message: payload }] } }),
      );
      await agree(page);
      await atStep(page, 'front');
      for (payload of PAYLOADS) {
        await page.locator('input[type=file]').setInputFiles(await torsoPhoto('front'));
        await page.getByText('This photo cannot be used.').waitFor();
        // What was told goes when another one is chosen, so each is told anew.
        await page.locator('input[type=file]').setInputFiles({ ...(await torsoPhoto('front')), buffer: Buffer.of(1) });
        await page.getByText('This file is not a photo').waitFor();
      }
      await page.unroute('**/photos/front');
      await page.route(/\/look$/, (route) =>
        route.fulfill({ json: { warnings: PAYLOADS, found: { photos: { front: PAYLOADS }, together: PAYLOADS } } }),
      );
      for (const view of ['front', 'left', 'right']) {
        await atStep(page, view);
        await page.locator('input[type=file]').setInputFiles(await torsoPhoto(view));
        await page.locator('.told li').first().waitFor({ state: 'attached' });
        await onwards(page);
      }
      await page.locator('.measure input').fill('21.5');
      await onwards(page);
      await atStep(page, 'check');
      await page.locator('.told li').first().waitFor({ state: 'attached' });
    });
  });

  test.each([['//evil.example/sent'], ['https://evil.example/sent'], ['javascript:alert(1)'], ['\\\\evil.example']])(
    'as %s where the page goes on, it stays with its service',
    async (sent) => {
      const { url } = await inviteTo(service);
      await runningNothing(url, async (page) => {
        await page.route('**/send', (route) => route.fulfill({ json: { sent } }));
        await agree(page);
        await toTheCheck(page);
        const left = page.waitForEvent('framenavigated');
        await onwards(page);
        await left;
        expect(new URL(page.url()).origin).toBe(new URL(url).origin);
        await page.goto(url);
        await atStep(page, 'welcome');
      });
    },
  );

  test('as a typed measure are shown as text in the form without script, and run nothing', async () => {
    const { url } = await inviteTo(service);
    await runningNothing(url, async (page, isSound) => {
      for (const payload of PAYLOADS) {
        const form = new FormData();
        form.append('reconstruction[nipple_to_nipple]', payload);
        form.append(payload, payload);
        const answer = await fetch(url, { method: 'POST', body: form });
        const [body, headers] = [await answer.text(), Object.fromEntries(answer.headers)];
        await page.route(url, (route) => route.fulfill({ status: answer.status, body, headers }), { times: 1 });
        await page.goto(url, { waitUntil: 'domcontentloaded' });
        await isSound();
      }
    });
  });

  test("as a patient's name are on no page", async () => {
    for (const payload of PAYLOADS) {
      const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': payload } });
      const answer = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`);
      const { invitation_url } = (await answer.json()) as { invitation_url: string };
      const shown = await (await fetch(invitation_url)).text();
      for (const text of ['alert', 'evil', 'onerror', 'onload', 'document.body', '{{'])
        expect(shown).not.toContain(text);
    }
  });
});
