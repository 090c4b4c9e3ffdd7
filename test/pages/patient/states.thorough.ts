import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHOTO_WARNINGS } from '../../../src/contract/patient-page.ts';
import {
  renderAccepted,
  renderBusy,
  renderForm,
  renderSent,
  renderThanks,
  renderTooMany,
} from '../../../src/service/web/invitation-page.ts';
import { wordsFor } from '../../../src/service/web/words/words-for.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  atStep,
  axe,
  choose,
  inviteTo,
  onwards,
  TORSO,
  TORSO_VIEWS,
  torsoPhoto,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { shot } from '../../support/shots.ts';

const LARGE_TEXT = `addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '200%';
});`;
const NO_CAMERA = `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`;
const WRONG = {
  values: { hipline: 'wide' },
  problems: [
    { name: 'front', message: 'a problem' },
    { name: 'hipline', message: 'a problem' },
    { name: 'form', message: 'a problem' },
  ],
} as const;
const HEIC = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1');
/** Parts of the page whose content is larger than they are. In a file field the browser shortens its own text. */
const CLIPPED = `[...document.querySelectorAll('main, main *')]
  .filter((one) => one instanceof HTMLElement && one.clientWidth > 0 && !one.matches('input[type=file]'))
  .filter((one) => {
    const isCut = getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1;
    return one.scrollWidth > one.clientWidth + 1 || isCut;
  })
  .map((one) => one.outerHTML.slice(0, 120))`;
/** The buttons in the colour of a main one, that are wholly on the screen. */
const STANDING_OUT = `(() => {
  const colour = (name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(' + name + ')';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return [...document.querySelectorAll('button, label.button')]
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      const isSeen = width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return isSeen && getComputedStyle(one).backgroundColor === colour('--accent');
    })
    .map((one) => one.textContent);
})()`;
/** Whoever goes by keyboard sees where they are. */
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  const shown = at.matches('input[type=file]') ? at.nextElementSibling : at;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  return { text: (at.labels?.[0] ?? at).textContent, seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
})()`;

describe.skipIf(!requireTool('chromium'))('each state of the page', { timeout: 240_000 }, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      openService({ pagesUrl: await pageFiles(), guesses: { tokens: 1e9, invitations: 1e9 } }),
      launchBrowser({ more: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test.each([
    ['en-GB', 390, '100 %'],
    ['ar-EG', 320, '100 %'],
    ['fr-FR', 320, '100 %'],
    ['de-DE', 390, '200 %'],
    ['ar-EG', 390, '200 %'],
  ])('in %s at %i px and %s: axe finds nothing, and nothing is wider than the page', async (locale, width, zoom) => {
    const { id, url } = await inviteTo(service);
    const walk = async ({ page }: { page: Page }) => {
      if (zoom === '200 %') await page.addInitScript(LARGE_TEXT);
      await page.goto(url);
      const sound = async (state: string) => {
        expect([state, await axe(page)]).toEqual([state, []]);
        expect([state, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([state, width]);
        expect([state, await page.evaluate(CLIPPED)]).toEqual([state, []]);
        await shot(page, `${locale} ${width} ${zoom} ${state}`);
        expect(await page.evaluate('document.documentElement.dir')).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr');
      };
      await atStep(page, 'welcome');
      await sound('welcome');
      await onwards(page);
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
      await sound('consent is missing');
      await page.locator('#agree').check();
      await onwards(page);

      await atStep(page, 'front');
      await sound('a photo');
      await page.locator('input[type=file]').setInputFiles({ ...(await torsoPhoto('front')), buffer: Buffer.of() });
      await page.locator('.told .problem').waitFor();
      await sound('no photo');
      await page.locator('.by-camera button').click();
      await page.locator('.camera-controls .main').waitFor();
      await sound('camera');
      await page.locator('.camera-controls .plain').click();
      await page.evaluate(NO_CAMERA);
      await page.locator('.by-camera button').click();
      await page.locator('.told .problem').waitFor();
      await sound('no camera');
      await page.route('**/photos/front', (route) => route.abort());
      const small = await sharp(join(TORSO, 'front.jpg')).resize(600).jpeg().toBuffer();
      await page.locator('input[type=file]').setInputFiles({ ...(await torsoPhoto('front')), buffer: small });
      await page.locator('.told li').waitFor();
      await expect.poll(() => page.locator('.told .soft').count()).toBe(3);
      await sound('offline, and a warning');
      await page.unroute('**/photos/front');
      await page.evaluate('dispatchEvent(new Event("online"))');
      await expect.poll(() => page.locator('.told .soft').count()).toBe(2);
      await sound('a warning');
      await choose(page, 'front');
      await page.locator('.told .good').waitFor();
      await sound('a good photo');
      await onwards(page);
      for (const view of TORSO_VIEWS.slice(1)) {
        await choose(page, view);
        await page.locator('.told .good').waitFor();
        await sound(view);
        await onwards(page);
      }

      await atStep(page, 'measures');
      await sound('measures');
      await page.locator('.measure input').fill('long');
      await onwards(page);
      await page.locator('.problem').filter({ hasText: /./ }).waitFor();
      await sound('no measure');
      await page.locator('.measure input').fill('21.5');
      const looks: Route[] = [];
      await page.route(/\/invitations\/[^/]+\/look$/, (route) => void looks.push(route));
      await onwards(page);
      await atStep(page, 'check');
      await page.locator('.told .soft').waitFor();
      await sound('looked at together');
      const found = { photos: { left: ['wrong_view', 'cut_off'] }, together: ['views_inconsistent'] };
      await looks[0]!.fulfill({ json: { found } });
      await page.locator('.told li').waitFor();
      await sound('warned of together');

      await page.route('**/send', (route) => route.fulfill({ status: 422, json: {} }));
      await onwards(page);
      await atStep(page, 'check', 'failed');
      await sound('not sent');
      await page.unroute('**/send');
      const sendings: Route[] = [];
      await page.route('**/send', (route) => void sendings.push(route));
      await onwards(page);
      await atStep(page, 'check', 'sending');
      await sound('sending');
      let status = 'processing';
      await page.route('**/sent/**', (route) =>
        route.request().headers()['accept'] === 'application/json' && status !== ''
          ? route.fulfill({ json: { status, frames: null } })
          : route.continue(),
      );
      await sendings[0]!.continue();
      await atStep(page, 'sent', 'loading');
      await sound('the model is made');
      status = 'failed';
      await page.reload();
      await atStep(page, 'sent', 'failed');
      await sound('no model');
      status = '';
      const sheet = await sharp({ create: { width: 6 * 300, height: 4 * 400, channels: 3, background: '#987' } })
        .png()
        .toBuffer();
      await page.route('**/images/**', (route) => route.fulfill({ body: sheet, contentType: 'image/png' }));
      await page.reload();
      await atStep(page, 'sent', 'done');
      await page.locator('.turntable canvas').waitFor();
      await sound('the model');

      await page.goto(url);
      await atStep(page, 'gone', 'failed');
      await sound('gone');
      const words = wordsFor(locale);
      const pages = {
        'too many links': renderTooMany({ words }),
        'not now': renderBusy({ words }),
        'no more photos': renderAccepted({ words }),
        thanks: renderThanks({ words }, '/sent/1/2'),
        'sent without script': renderSent({ words }, { status: 'failed', frames: null }),
        'the form without script': renderForm(
          { words },
          { type: 'face', provider: '5', values: {}, problems: [], arrived: [], expiresAt: 0 },
        ),
        'that form with problems': renderForm(
          { words },
          { type: 'body', provider: '4', arrived: ['left'], expiresAt: 0, ...WRONG },
        ),
      };
      for (const [state, body] of Object.entries(pages)) {
        await page.route(url, (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }), {
          times: 1,
        });
        await page.goto(url);
        await sound(state);
      }
    };
    const options = { viewport: { width, height: 700 }, locale, bypassCSP: true, permissions: ['camera'] };
    await visit(browser, url, walk, options);
    expect((await service.patient('GET', `/patients/${id}`)).patient.reconstructions).toHaveLength(1);
  });

  test.each([
    ['en-GB', 'mammo'],
    ['ar-EG', 'body'],
    ['fr-FR', 'face'],
  ])('in %s at 320 px, what comes seldom, of %s: axe finds nothing, and nothing is cut off', async (locale, type) => {
    const { url } = await inviteTo(service, type);
    const walk = async ({ page }: { page: Page }) => {
      const sound = async (state: string) => {
        expect([state, await axe(page)]).toEqual([state, []]);
        expect([state, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([state, 320]);
        expect([state, await page.evaluate(CLIPPED)]).toEqual([state, []]);
        await shot(page, `${locale} ${type} ${state}`);
      };
      const give = async (view: string) => page.locator('input[type=file]').setInputFiles(await torsoPhoto(view));
      await page.locator('#agree').check();
      await onwards(page);
      const views = await page.evaluate<{ view: string }[]>(
        'JSON.parse(document.getElementById("page-data").text).views',
      );
      const looks: Route[] = [];
      await page.route('**/photos/*/look', (route) => void looks.push(route));
      await atStep(page, 'front');
      await give('front');
      await expect.poll(() => looks.length).toBe(1);
      await sound('a photo is looked at');
      await looks[0]!.fulfill({ json: { warnings: PHOTO_WARNINGS } });
      await page.locator('.told li').first().waitFor();
      await sound('every warning');
      await page.unroute('**/photos/*/look');
      await onwards(page);
      await give('front');
      await page.locator('.told .problem').waitFor();
      await sound('the same photo twice');
      await page.locator('input[type=file]').setInputFiles({ ...(await torsoPhoto('left')), buffer: HEIC });
      await page.locator('.told .problem').filter({ hasText: 'HEIC' }).waitFor();
      await sound('HEIC');
      for (const { view } of views.slice(1)) {
        await atStep(page, view);
        await onwards(page);
      }
      await atStep(page, 'measures');
      await sound('measures');
      const example = await page.locator('.measure input').getAttribute('placeholder');
      await page.locator('.measure input').fill(example!);
      await onwards(page);
      await atStep(page, 'check');
      expect(await page.locator('.nav .main').isDisabled()).toBe(true);
      await sound('photos are missing');
      await page.route('**/photos/left', (route) => route.fulfill({ status: 413, body: 'no' }));
      await page.evaluate(
        'IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError") }',
      );
      await page.goBack();
      for (const { view } of views.slice(2).toReversed()) {
        await page.goBack();
        await atStep(page, view);
        await give(view === 'back' ? 'left' : view);
        await page.locator('.told .good').waitFor();
      }
      await page.goBack();
      await atStep(page, 'left');
      const own = await sharp(join(TORSO, 'left.jpg')).resize(1100).jpeg().toBuffer();
      await page.locator('input[type=file]').setInputFiles({ ...(await torsoPhoto('left')), buffer: own });
      await expect.poll(() => page.locator('.told .soft').count()).toBe(1);
      await sound('not taken now, and no room on the phone');
      await page.unroute('**/photos/left');
      await page.evaluate('dispatchEvent(new Event("online"))');
      await page.locator('.told .good').waitFor();
      for (const { view } of views.slice(1)) {
        await atStep(page, view);
        await onwards(page);
      }
      const refused = { photos: { front: ['small'], left: ['cut_off'] }, unusable: ['left'], isUnusable: true };
      const found = { ...refused, together: ['measure_implausible'] };
      await page.route(/\/invitations\/[^/]+\/look$/, (route) => route.fulfill({ json: { found } }));
      await onwards(page);
      await atStep(page, 'check');
      await page.locator('.told .problem').waitFor();
      await sound('no model with these photos');
      await onwards(page);
      await page.locator('#ask-first').waitFor();
      await sound('asked before the sending');
      await onwards(page);
      await atStep(page, 'left');
      await sound('no model with this photo');
      await page.goBack();
      await atStep(page, 'check');
      await onwards(page);
      await page.locator('#ask-first').waitFor();
      await page.route('**/send', (route) => route.fulfill({ status: 409, json: { reason: 'photos_changed' } }));
      await page.locator('.nav .plain').click();
      await atStep(page, 'check', 'failed');
      await sound('other photos have come');
      await page.unroute('**/send');
      await page.route('**/send', (route) => route.abort());
      await onwards(page);
      await expect.poll(() => page.locator('p[role=status]').textContent()).not.toBe('');
      await sound('sending without a connection');
    };
    await visit(browser, url, walk, { viewport: { width: 320, height: 568 }, locale, bypassCSP: true });
  });

  test('by keyboard alone from the link to the model, and always seen where', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      // From the beginning: a browser opens its own window for a file that nobody waits for.
      page.on('filechooser', async (chooser) => {
        const view = await page.evaluate<string>('document.documentElement.dataset.step');
        await chooser.setFiles(await torsoPhoto(view));
      });
      /** Tab until it is there. */
      const tabTo = async (name: string) => {
        for (let presses = 0; presses < 20; presses++) {
          await page.keyboard.press('Tab');
          const { text, seen } = await page.evaluate<{ text: string; seen: boolean }>(FOCUSED);
          expect([text, seen]).toEqual([text, true]);
          if (text.trim().startsWith(name)) return;
        }
        throw new Error(`no way by Tab to ${name}`);
      };
      await atStep(page, 'welcome');
      await tabTo('I agree');
      await page.keyboard.press('Space');
      await tabTo('Start');
      await page.keyboard.press('Enter');
      for (const view of TORSO_VIEWS) {
        await atStep(page, view);
        await tabTo('Take or choose a photo');
        await page.keyboard.press('Enter');
        await page.locator('.told .good').waitFor();
        await tabTo('Next');
        await page.keyboard.press('Enter');
      }
      await atStep(page, 'measures');
      await tabTo('Distance between the nipples');
      await page.keyboard.type('21.5');
      await tabTo('Next');
      await page.keyboard.press('Enter');
      await atStep(page, 'check');
      await tabTo('Change');
      await page.keyboard.press('Enter');
      await atStep(page, 'front');
      await tabTo('Back');
      await page.keyboard.press('Enter');
      await atStep(page, 'welcome');
      await page.goBack();
      await page.goBack();
      await atStep(page, 'check');
      await tabTo('Send to my clinic');
      await page.keyboard.press('Enter');
      await atStep(page, 'sent', 'done');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate('document.activeElement.value')).toBe('1');
    });
  });

  test.each([
    [390, 844],
    [320, 568],
  ])('at %i × %i the way on is in reach, and one button stands out', async (width, height) => {
    const { url } = await inviteTo(service);
    const walk = async ({ page }: { page: Page }) => {
      const main = () => page.evaluate(STANDING_OUT);
      await page.locator('#agree').check();
      await onwards(page);
      await atStep(page, 'front');
      expect(await main()).toEqual(['Take or choose a photo']);
      await page.locator('.by-camera button').click();
      await page.getByRole('button', { name: 'Take the photo' }).waitFor();
      expect(await main()).toEqual(['Take the photo']);
      await page.getByRole('button', { name: 'Close the camera' }).click();
      for (const view of TORSO_VIEWS) {
        await choose(page, view);
        await page.locator('.told .good').waitFor();
        expect(await main()).toEqual(['Next']);
        await onwards(page);
      }
      await page.locator('.measure input').fill('21.5');
      await onwards(page);
      await atStep(page, 'check');
      expect(await main()).toEqual(['Send to my clinic']);
    };
    await visit(browser, url, walk, { viewport: { width, height }, permissions: ['camera'] });
  });

  test('on a low phone the bar lay over the second button, and a Portuguese page wrote numbers with a point', async () => {
    const { url } = await inviteTo(service, 'face');
    const walk = async ({ page }: { page: Page }) => {
      await page.locator('#agree').check();
      await onwards(page);
      await atStep(page, 'front');
      const [box, bar] = await Promise.all(['.by-camera button', '.nav'].map((one) => page.locator(one).boundingBox()));
      expect(box!.y + box!.height).toBeLessThanOrEqual(bar!.y);
      await shot(page, 'pt low front');
      for (const view of ['left', 'right', 'measures']) {
        await onwards(page);
        await atStep(page, view);
      }
      await page.locator('.measure input').fill('63');
      await onwards(page);
      const told = page.locator('.problem:not(:empty)');
      expect(await told.allTextContents()).toEqual(['Escreva centímetros, por favor: quer dizer 6,3 cm?']);
      await shot(page, 'pt low measures');
      await page.locator('.measure input').fill('6.3');
      await onwards(page);
      await atStep(page, 'check');
      expect(await page.locator('.rows').textContent()).toContain('6,3\u00a0cm');
      await shot(page, 'pt low check');
    };
    await visit(browser, url, walk, {
      locale: 'pt-PT',
      viewport: { width: 390, height: 664 },
      permissions: ['camera'],
    });
  });

  test('at right to left the buttons and the pictures stand mirrored, and the drawings of sides do not', async () => {
    const { url } = await inviteTo(service);
    const places: number[][] = [];
    for (const locale of ['en-GB', 'ar-EG']) {
      const walk = async ({ page }: { page: Page }) => {
        await atStep(page, 'welcome');
        const left = async (selector: string) => (await page.locator(selector).first().boundingBox())!.x;
        await page.locator('#agree').check();
        const box = await left('#agree');
        await onwards(page);
        await atStep(page, 'front');
        await onwards(page);
        await atStep(page, 'left');
        const isNextFirst = (await left('.nav .main')) < (await left('.nav .plain')) ? 1 : 0;
        const mirrored = await page.locator('.stage svg g[transform]').count();
        await onwards(page);
        await atStep(page, 'right');
        places.push([box, isNextFirst, mirrored, await page.locator('.stage svg g[transform]').count()]);
      };
      await visit(browser, url, walk, { locale });
    }
    const [english, arabic] = places as [number[], number[]];
    expect(english[0]).toBeLessThan(195);
    expect(arabic[0]).toBeGreaterThan(195);
    expect([english[1], arabic[1]]).toEqual([0, 1]);
    expect(english.slice(2)).toEqual([0, 1]);
    expect(arabic.slice(2)).toEqual([0, 1]);
  });
});
