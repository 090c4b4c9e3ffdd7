import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHOTO_ID_FIELD, PHOTO_SHA256_FIELD } from '../../src/contract/patient-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { openFaultyProxy } from '../support/faulty-proxy.ts';
import { pageFiles } from '../support/page-files.ts';
import {
  ARRIVED,
  agree,
  arrivedSha256,
  atStep,
  axe,
  choose,
  inviteTo,
  kept,
  measureAndCheck,
  PHONE,
  torsoPhoto as photo,
  TORSO as SAMPLES,
  sha256Hex,
  toTheCheck,
  TORSO_VIEWS as VIEWS,
  type Visit,
  visit,
} from '../support/patient-page.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** As if another app came before the page. */
const HIDE = `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'))`;
const SHOW = HIDE.replace('hidden', 'visible');
const SLOW_DECODER = `const decode = createImageBitmap;
  window.createImageBitmap = async (picture) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return decode(picture);
  };`;
const OPENS_HEIC = `const open = createImageBitmap;
  window.createImageBitmap = async (picture) => {
    if (picture.type !== 'image/heic') return open(picture);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 1600];
    canvas.getContext('2d').fillRect(200, 200, 500, 900);
    return open(canvas);
  };`;
const KEEP_TRACKS = `window.tracks = [];
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };`;

/** A finger goes across it, from left to right. */
async function wipe(context: BrowserContext, page: Page, selector: string): Promise<void> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', parts: number[]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: parts.map((part) => ({ x: x + width * part, y: y + height / 2 })),
    });
  await touch('touchStart', [0.2]);
  for (const part of [0.3, 0.4, 0.5, 0.6]) await touch('touchMove', [part]);
  await touch('touchEnd', []);
  await finger.detach();
}

describe.skipIf(!requireTool('chromium'))("the patient's page in Chromium", { timeout: 120_000 }, () => {
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

  const invite = (type?: string) => inviteTo(service, type);
  const onPhone = (url: string, walk: (visit: Visit) => Promise<void>) => visit(browser, url, walk);
  const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
  const send = (page: Page) => page.getByRole('button', { name: 'Send to my clinic' }).click();

  const reconstructionsOf = async (id: number) =>
    (await service.patient('GET', `/patients/${id}`)).patient.reconstructions;

  test('from the link to the model that can be turned, and nothing stays on the phone', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ page, complaints, requests }) => {
      await atStep(page, 'welcome');
      // What for, who sees the photos, and what happens to them, before anything is asked.
      for (const text of ['to make a 3D model of it', 'Your photos go to your clinic only', 'waits on this phone']) {
        expect(await page.getByText(text).isVisible()).toBe(true);
      }
      await page.getByRole('button', { name: 'Start' }).click();
      expect(await page.getByRole('alert').textContent()).toBe('Please tick that you agree, or close this page.');
      await agree(page);
      await atStep(page, 'front');
      // So that an iPhone gives JPEG where it can; what comes is told by its bytes.
      expect(await page.locator('input[type=file]').getAttribute('accept')).toBe('image/jpeg,image/png');
      await toTheCheck(page);
      expect(await kept(page)).toEqual([0, 1]);
      await send(page);
      await atStep(page, 'sent', 'done');
      expect(await page.getByRole('status').textContent()).toContain('Your 3D model is ready');
      expect(await page.getByRole('slider', { name: 'Turn the model' }).isVisible()).toBe(true);
      expect(await kept(page)).toEqual([0, 0]);
      expect(complaints).toEqual([]);
      expect(new Set(requests.map((one) => one.split(':')[0] === 'blob' || new URL(one).origin))).toEqual(
        new Set([true, new URL(url).origin]),
      );
    });
    expect(await reconstructionsOf(id)).toMatchObject([{ status: 'has_3d', mesaures: { nipple_to_nipple: 21.5 } }]);
  });

  test('a finger turns the model', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ context, page }) => {
      const sheet = await sharp({ create: { width: 6 * 300, height: 4 * 400, channels: 3, background: '#987' } })
        .png()
        .toBuffer();
      // The stand-in's own picture is smaller than a finger.
      await page.route('**/images/**', (route) => route.fulfill({ body: sheet, contentType: 'image/png' }));
      await agree(page);
      await toTheCheck(page);
      await send(page);
      await atStep(page, 'sent', 'done');
      const slider = page.getByRole('slider', { name: 'Turn the model' });
      expect(await slider.inputValue()).toBe('0');
      await wipe(context, page, '.turntable canvas');
      await expect.poll(() => slider.inputValue()).not.toBe('0');
    });
  });

  test('a page that is closed in the middle is opened where it was, and nothing is taken twice', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ context, page, requests }) => {
      await agree(page);
      await choose(page, 'front');
      await page.getByText(ARRIVED).waitFor();
      await next(page);
      await context.route('**/photos/left', (route) => route.abort());
      await choose(page, 'left');
      await page.getByText('There is no connection at this moment').waitFor();
      await page.close();
      await context.unroute('**/photos/left');
      const again = await context.newPage();
      await again.goto(url);
      await atStep(again, 'right');
      await choose(again, 'right');
      await again.getByText(ARRIVED).waitFor();
      await next(again);
      await measureAndCheck(again);
      await send(again);
      await atStep(again, 'sent', 'done');
      expect(requests.filter((one) => one.endsWith('/photos/front'))).toHaveLength(1);
      expect(await kept(again)).toEqual([0, 0]);
    });
    expect(await reconstructionsOf(id)).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])('each upload cut at quarter %i goes on by itself, and is taken once', async (quarter) => {
    const proxy = await openFaultyProxy(service.url);
    try {
      const { id, url } = await invite();
      await onPhone(url.replace(service.url, proxy.url), async ({ page, requests }) => {
        await agree(page);
        for (const view of VIEWS) {
          const { buffer } = await photo(view);
          await atStep(page, view);
          // The last quarter is the answer.
          let answers = 0;
          if (quarter < 4) proxy.deafenAfter((buffer.length * quarter) / 4);
          else {
            await page.route(`**/photos/${view}`, async (route) => {
              if (answers++ > 0) return route.continue();
              expect((await route.fetch()).status()).toBe(200);
              await route.abort();
            });
          }
          await page.locator('input[type=file]').setInputFiles({ ...(await photo(view)), buffer });
          if (quarter < 4) {
            await expect.poll(proxy.fault).toBe('deaf');
            proxy.set('cut');
            proxy.deafenAfter(Number.POSITIVE_INFINITY);
            await page.getByText('There is no connection at this moment').waitFor();
            proxy.set('none');
          }
          await page.getByText(ARRIVED).waitFor();
          expect(requests.filter((one) => one.endsWith(`/photos/${view}`))).toHaveLength(2);
          await next(page);
        }
        await measureAndCheck(page);
        await send(page);
        await atStep(page, 'sent', 'done');
        expect(await kept(page)).toEqual([0, 0]);
      });
      expect(await reconstructionsOf(id)).toHaveLength(1);
    } finally {
      await proxy.close();
    }
  });

  test('an answer to the sending that is lost is asked for again, also by a page that was opened anew', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ context, page }) => {
      await agree(page);
      await toTheCheck(page);
      let lost = 0;
      await context.route('**/send', async (route) => {
        if (lost++ > 0) return route.abort();
        await route.fetch();
        await route.abort();
      });
      await send(page);
      await page.getByText('There is no connection at this moment').waitFor();
      await page.close();
      await context.unroute('**/send');
      const again = await context.newPage();
      await again.goto(url);
      await atStep(again, 'sent', 'done');
      expect(await kept(again)).toEqual([0, 0]);
    });
    expect(await reconstructionsOf(id)).toHaveLength(1);
  });

  test('two tabs see the same photos, and one sending ends both', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ context, page }) => {
      const other = await context.newPage();
      await other.goto(url);
      await atStep(other, 'welcome');
      await page.bringToFront();
      await agree(page);
      await toTheCheck(page);
      await agree(other);
      for (const view of VIEWS) {
        await atStep(other, view);
        await other.getByText(/has already arrived/).waitFor();
        await next(other);
      }
      await measureAndCheck(other);
      await send(page);
      await atStep(page, 'sent', 'done');
      await send(other);
      await other.waitForSelector('html[data-step="gone"], html[data-step="sent"]', { state: 'attached' });
      await expect.poll(() => kept(page)).toEqual([0, 0]);
    });
    expect(await reconstructionsOf(id)).toHaveLength(1);
  });

  test('a photo that another tab has replaced and sent is not sent over it', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ context, page }) => {
      await agree(page);
      await page.route('**/photos/front', (route) => route.abort());
      await choose(page, 'front');
      await page.getByText('There is no connection at this moment').waitFor();
      const other = await context.newPage();
      await other.goto(url);
      await atStep(other, 'left');
      await other.getByRole('button', { name: 'Back' }).click();
      await atStep(other, 'front');
      await other.getByText(ARRIVED).waitFor();
      const retake = await sharp(join(SAMPLES, 'front.jpg')).resize(1100).jpeg().toBuffer();
      await other
        .locator('input[type=file]')
        .setInputFiles({ name: 'again.jpg', mimeType: 'image/jpeg', buffer: retake });
      await expect.poll(() => arrivedSha256(url, 'front')).toBe(sha256Hex(retake));
      await page.unroute('**/photos/front');
      await page.evaluate('window.dispatchEvent(new Event("online"))');
      await page.getByText('This photo has already arrived at your clinic.').waitFor();
      expect(await arrivedSha256(url, 'front')).toBe(sha256Hex(retake));
    });
  });

  test('a retake that the patient did not see here is not sent, and shown first', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ page }) => {
      await agree(page);
      await toTheCheck(page);
      // As a phone's sending that was taken for lost, or another phone with the link.
      const other = await sharp(join(SAMPLES, 'front.jpg')).resize(1100).jpeg().toBuffer();
      const form = new FormData();
      form.append(PHOTO_ID_FIELD, 'of-another-phone');
      form.append(PHOTO_SHA256_FIELD, sha256Hex(other));
      form.append('reconstruction[front]', new Blob([new Uint8Array(other)]), 'front');
      expect((await fetch(`${url}/photos/front`, { method: 'PUT', body: form })).status).toBe(200);
      await send(page);
      await page.getByText('no longer the ones shown here').waitFor();
      expect(await page.locator('.row img').evaluateAll((all) => all.map((one) => one.hidden))).toEqual([
        true,
        false,
        false,
      ]);
      expect(await reconstructionsOf(id)).toEqual([]);
      await send(page);
      await atStep(page, 'sent', 'done');
    });
    expect(await reconstructionsOf(id)).toHaveLength(1);
  });

  test('what is no photo, too small or the same twice is told at once, in plain words', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ page }) => {
      await agree(page);
      await atStep(page, 'front');
      const input = page.locator('input[type=file]');
      await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') });
      await page.getByText('This file is not a photo that can be used').waitFor();
      await choose(page, 'front');
      await page.getByText(ARRIVED).waitFor();
      await next(page);
      await atStep(page, 'left');
      await input.setInputFiles(await photo('front'));
      await page.getByText('This is the same photo as “Front”').waitFor();
    });
  });

  test.each([401, 403, 413])('a photo stays on the phone when the answer is %i, and goes later', async (status) => {
    const { url } = await invite();
    await onPhone(url, async ({ context, page }) => {
      await agree(page);
      await context.route('**/photos/front', (route) => route.fulfill({ status, body: '<h1>no</h1>' }));
      await choose(page, 'front');
      await page.getByText('Your clinic cannot take these photos at this moment').waitFor();
      expect(await kept(page)).toEqual([1, 1]);
      await context.unroute('**/photos/front');
      await page.evaluate('window.dispatchEvent(new Event("online"))');
      await page.getByText(ARRIVED).waitFor();
      expect(await kept(page)).toEqual([0, 1]);
    });
  });

  test('what waits on the phone is erased when its link does not work any more, and nothing of another link', async () => {
    const { id, url } = await invite();
    const { url: another } = await invite();
    await onPhone(url, async ({ context, page }) => {
      await context.route('**/photos/front', (route) => route.abort());
      await agree(page);
      await choose(page, 'front');
      await page.getByText('There is no connection at this moment').waitFor();
      const other = await context.newPage();
      await other.goto(another);
      await agree(other);
      await choose(other, 'front');
      await other.getByText('There is no connection at this moment').waitFor();
      expect(await kept(page)).toEqual([2, 2]);
      await service.send('DELETE', `/patients/${id}`);
      await page.reload();
      await atStep(page, 'gone', 'failed');
      expect(await kept(page)).toEqual([1, 1]);
    });
  });

  test('what waits on the phone is erased when the link ends: on the open page, and later on any page', async () => {
    const { url } = await invite();
    const { url: another } = await invite();
    await onPhone(url, async ({ context, page }) => {
      await page.clock.install();
      await page.goto(url);
      await context.route('**/photos/front', (route) => route.abort());
      await agree(page);
      await choose(page, 'front');
      await expect.poll(() => kept(page)).toEqual([1, 1]);
      const later = await context.newPage();
      await later.clock.setFixedTime(Date.now() + 6.9 * 24 * 3_600_000);
      await later.goto(`${another}x`);
      await atStep(later, 'gone', 'failed');
      expect(await kept(later)).toEqual([1, 1]);
      await later.clock.setFixedTime(Date.now() + 7.1 * 24 * 3_600_000);
      await later.goto(`${another}x`);
      await atStep(later, 'gone', 'failed');
      expect(await kept(later)).toEqual([0, 0]);
      await page.locator('input[type=file]').setInputFiles(await photo('left'));
      await expect.poll(() => kept(later)).toEqual([1, 0]);
      await page.clock.fastForward(7 * 24 * 3_600_000 + 1000);
      await expect.poll(() => kept(later)).toEqual([0, 0]);
      // A context does not close while the clock of one of its pages stands still.
      await later.close();
      await page.close();
    });
  });

  test('a page that waits for the model asks ever less often, and not at all while hidden', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ page }) => {
      await page.clock.install();
      let asked = 0;
      await page.route('**/sent/**', (route) => {
        if (route.request().headers()['accept'] !== 'application/json') return route.continue();
        asked++;
        return route.fulfill({ json: { status: 'pending', frames: null } });
      });
      await agree(page);
      await toTheCheck(page);
      await send(page);
      await atStep(page, 'sent', 'loading');
      const twoMinutes = async () => {
        const before = asked;
        for (let second = 0; second < 120; second += 2) {
          await page.clock.runFor(2_000);
          await page.waitForTimeout(20);
        }
        return asked - before;
      };
      const first = await twoMinutes();
      expect(first).toBeGreaterThan(3);
      expect(first).toBeLessThan(15);
      await page.evaluate(HIDE);
      await page.clock.runFor(30_000);
      expect(await twoMinutes()).toBe(0);
      const before = asked;
      await page.evaluate(SHOW);
      await expect.poll(() => asked).toBeGreaterThan(before);
    });
  });

  test('a page that waits for the model tells when its link has ended', async () => {
    const { id, url } = await invite();
    await onPhone(url, async ({ page }) => {
      await page.route('**/sent/**', (route) =>
        route.request().headers()['accept'] === 'application/json' && !isDeleted
          ? route.fulfill({ json: { status: 'pending', frames: null } })
          : route.continue(),
      );
      let isDeleted = false;
      await agree(page);
      await toTheCheck(page);
      await send(page);
      await atStep(page, 'sent', 'loading');
      await service.send('DELETE', `/patients/${id}`);
      isDeleted = true;
      await atStep(page, 'gone', 'failed');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work any more');
    });
  });

  test('a photo that nobody looked at is said to have arrived, not to be good', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ page }) => {
      await page.route('**/look', (route) => route.fulfill({ json: { warnings: null } }));
      await agree(page);
      await choose(page, 'front');
      await page.locator('.told .good').waitFor();
      expect(await page.locator('.told').textContent()).toBe('This photo has already arrived at your clinic.');
    });
  });

  test('a look that the service has no time for is asked for once more when it said', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ page, requests }) => {
      await page.route('**/look', (route) => route.fulfill({ json: { warnings: [] } }));
      await page.route('**/look', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' } }), {
        times: 1,
      });
      await agree(page);
      await choose(page, 'front');
      await page.getByText('This photo looks good.').waitFor();
      expect(requests.filter((one) => one.endsWith('/look'))).toHaveLength(2);
    });
  });

  test('a HEIC photo is sent as JPEG where the browser opens it; else it is told what to change', async () => {
    const { url } = await invite();
    const heic = { name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0') };
    await onPhone(url, async ({ page }) => {
      await agree(page);
      await atStep(page, 'front');
      await page.locator('input[type=file]').setInputFiles(heic);
      await page.getByText('Settings, Camera, Formats').waitFor();
      expect(await kept(page)).toEqual([0, 1]);
      // Chromium opens none: as a browser that does.
      await page.evaluate(OPENS_HEIC);
      await page.locator('input[type=file]').setInputFiles(heic);
      await page.getByText('Settings, Camera, Formats').waitFor({ state: 'detached' });
      // The service decodes what it takes, so these bytes were not the ones that were chosen.
      await expect.poll(() => arrivedSha256(url, 'front')).toMatch(/^[0-9a-f]{64}$/);
      expect(await arrivedSha256(url, 'front')).not.toBe(sha256Hex(heic.buffer));
    });
  });

  test.each([
    ['small', 'This photo is too small.'],
    ['same_picture', 'This is the same picture as another one of your photos.'],
    ['of a newer service', 'This photo cannot be used.'],
  ])('a photo that is refused as %s is told so, and is no longer on the phone', async (reason, text) => {
    const { url } = await invite();
    await onPhone(url, async ({ page }) => {
      await agree(page);
      await page.route('**/photos/front', (route) => route.fulfill({ status: 422, json: { reason } }));
      await choose(page, 'front');
      await page.getByText(text).waitFor();
      expect(await kept(page)).toEqual([0, 1]);
    });
  });

  test('what the phone sees itself stands there, also when the service was faster', async () => {
    const { url } = await invite();
    const small = await sharp(join(SAMPLES, 'front.jpg')).resize(600).jpeg().toBuffer();
    await onPhone(url, async ({ page }) => {
      await page.addInitScript(SLOW_DECODER);
      await page.goto(url);
      await page.route('**/look', (route) => route.fulfill({ json: { warnings: [] } }));
      await agree(page);
      await atStep(page, 'front');
      await page.locator('input[type=file]').setInputFiles({ name: 's.jpg', mimeType: 'image/jpeg', buffer: small });
      // The sending begins before the phone has seen the picture.
      await page.evaluate('setTimeout(() => dispatchEvent(new Event("online")), 300)');
      await page.getByText('It is small.').waitFor();
      await expect.poll(() => arrivedSha256(url, 'front')).toBe(sha256Hex(small));
      expect(await page.getByText('This photo looks good.').count()).toBe(0);
    });
  });

  test.each([
    ['en-GB', 390],
    ['ar-EG', 390],
    ['de-DE', 320],
  ])('in %s at %i px axe finds nothing at any step, and nothing is wider than the page', async (locale, width) => {
    const { url } = await invite();
    const viewport = { width, height: 700 };
    const context = await browser.newContext({ ...PHONE, viewport, locale, bypassCSP: true, colorScheme: 'dark' });
    try {
      const page = await context.newPage();
      const sound = async (step: string, state = 'ready') => {
        await atStep(page, step, state);
        expect([step, await axe(page)]).toEqual([step, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      };
      await page.goto(url);
      await sound('welcome');
      expect(await page.evaluate('document.documentElement.dir')).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr');
      await page.locator('#agree').check();
      const onwards = () => page.locator('.nav button.main').click();
      await onwards();
      await atStep(page, 'front');
      const small = await sharp(join(SAMPLES, 'front.jpg')).resize(600).jpeg().toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 's.jpg', mimeType: 'image/jpeg', buffer: small });
      await page.locator('.told li').first().waitFor();
      await sound('front');
      for (const view of VIEWS) {
        await sound(view);
        await choose(page, view);
        await page.locator('.told .good').waitFor();
        await sound(view);
        await onwards();
      }
      await atStep(page, 'measures');
      await onwards();
      await sound('measures');
      await page.locator('.measure input').fill('21.5');
      await onwards();
      await sound('check');
      await onwards();
      await sound('sent', 'done');
      await page.goto(url);
      await sound('gone', 'failed');
    } finally {
      await context.close();
    }
  });

  test('with the camera of the page, and by keyboard alone', async () => {
    const video = join(tempFolder(), 'camera.mjpeg');
    // The fake camera shows the frames of a file again and again.
    const frame = await sharp(join(SAMPLES, 'front.jpg')).resize(720, 960).jpeg().toBuffer();
    await writeFile(video, Buffer.concat([frame, frame, frame, frame]));
    const fake = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`];
    const withCamera = await launchBrowser({ more: fake });
    try {
      const context = await withCamera.newContext({ ...PHONE, locale: 'en-GB', permissions: ['camera'] });
      const page = await context.newPage();
      const { url } = await invite();
      await page.goto(url);
      await atStep(page, 'welcome');
      await page.getByLabel('I agree').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await atStep(page, 'front');
      await page.getByRole('button', { name: 'Use the camera on this page' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Take the photo' }).waitFor();
      await page.waitForFunction('document.querySelector(".camera video")?.videoWidth > 0');
      expect(await page.locator('.camera .over').isVisible()).toBe(true);
      await page.keyboard.press('Enter');
      await page.locator('.told .good, .told li').first().waitFor();
      expect(await page.locator('.camera').count()).toBe(0);
      const size = await page.evaluate(
        'createImageBitmap(document.querySelector(".stage img")).then(({ width, height }) => [width, height])',
      );
      expect(size).toEqual([720, 960]);
      await expect.poll(() => kept(page)).toEqual([0, 1]);
    } finally {
      await withCamera.close();
    }
  });

  test.each([
    ['Next', (page: Page) => next(page)],
    ['Back', (page: Page) => page.getByRole('button', { name: 'Back' }).click()],
    ['the key for back', (page: Page) => page.evaluate('history.back()')],
    ['another app', (page: Page) => page.evaluate(HIDE)],
    ['a page that is left', (page: Page) => page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))')],
    ['a camera that is taken away', (page: Page) => page.evaluate('tracks[0].dispatchEvent(new Event("ended"))')],
  ])('%s turns the camera off', async (_way, leave) => {
    const withCamera = await launchBrowser({ more: ['--use-fake-device-for-media-stream'] });
    try {
      const context = await withCamera.newContext({ ...PHONE, locale: 'en-GB', permissions: ['camera'] });
      await context.addInitScript(KEEP_TRACKS);
      const page = await context.newPage();
      await page.goto((await invite()).url);
      await agree(page);
      await atStep(page, 'front');
      await page.getByRole('button', { name: 'Use the camera on this page' }).click();
      await page.getByRole('button', { name: 'Take the photo' }).waitFor();
      expect(await page.evaluate('tracks.map(({ readyState }) => readyState)')).toEqual(['live']);
      await leave(page);
      await expect.poll(() => page.evaluate('tracks.map(({ readyState }) => readyState)')).toEqual(['ended']);
      expect(await page.locator('.camera').count()).toBe(0);
    } finally {
      await withCamera.close();
    }
  });

  test('a browser that gives no camera says so, and the file button stays', async () => {
    const { url } = await invite();
    await onPhone(url, async ({ page }) => {
      await agree(page);
      await atStep(page, 'front');
      await page.getByRole('button', { name: 'Use the camera on this page' }).click();
      await page.getByText('The camera cannot be used on this page').waitFor();
      await choose(page, 'front');
      await page.getByText(ARRIVED).waitFor();
    });
  });
});
