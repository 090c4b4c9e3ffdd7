import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { implantOfRow, NO_IMPLANT } from '../../src/contract/implant-rows.ts';
import { launchBrowser } from '../support/browser.ts';
import { FACTS_IN_PAGE, factsIn } from '../support/facts-in-page.ts';
import { glbOf, partsOfGlb } from '../support/glb-maker.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { personArchive, personGlb, personReport } from '../support/view-person.ts';
import {
  axeFinds,
  clickModel,
  findings,
  lookAt,
  PANEL_PX,
  pictureAtRest,
  ready,
  status,
  TURN,
  viewVisits,
} from '../support/view-visit.ts';
import { makeZip } from '../support/zip-maker.ts';

const VIEWS = ['Front', '45° left', 'Left', '45° right', 'Right', 'From below', 'Back'];

/** Keeps how many triangles were drawn last. */
const NOTE_TRIANGLES = `
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (mode, count, ...more) {
    window.triangles = count / 3;
    drawElements.call(this, mode, count, ...more);
  };`;

/** Keeps the words that are drawn into pictures. */
const NOTE_TEXTS = `
  window.texts = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
    window.texts.push(text);
    fillText.call(this, text, ...more);
  };`;

/** The viewer with files alone: no service, and a model that no generation was needed for. */
describe.skipIf(!requireTool('chromium'))('the viewer’s page in Chromium', () => {
  let home: ReconHome;
  let browser: Browser;
  let visit: ReturnType<typeof viewVisits>;
  let glb: Uint8Array;
  const put = (name: string, bytes: Buffer) => writeFileSync(join(home.folder, name), bytes);
  beforeAll(async () => {
    [home, browser, glb] = await Promise.all([makeHome(), launchBrowser({ draws3d: true }), personGlb()]);
    const visits = viewVisits(home, browser);
    // Small, as it is drawn without a graphics card.
    visit = (args, walk, options) => visits(args, walk, { viewport: { width: 800, height: 500 }, ...options });
    put('trunk.zip', await personArchive({ glb }));
    put('later.zip', await personArchive({ glb }));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await home?.remove();
  });

  const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const middleOf = async (page: Page, selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  /** Encloses the left breast by twelve clicks. */
  const encloseLeftBreast = async (page: Page) => {
    await page.getByRole('button', { name: 'Volume' }).click();
    const { x, y, width, height } = (await page.locator('canvas.model').boundingBox())!;
    for (let i = 0; i < 12; i++) {
      const angle = (i * Math.PI) / 6;
      // In heights of the picture from its middle.
      const [right, down] = [0.1 + 0.05 * Math.cos(angle), 0.055 * Math.sin(angle) - 0.13];
      await page.mouse.click(x + width / 2 + right * height, y + height / 2 + down * height);
    }
    await page.getByRole('button', { name: 'Close the line' }).click();
    expect(await status(page)).toMatch(/^Volume inside the drawn line, left: \d+ ± \d+ cm³/);
  };

  /** The share of two pictures' pixels that differ to the eye. */
  const differentShare = (page: Page, one: Buffer, other: Buffer) =>
    page.evaluate<number>(`(async () => {
      const pixelsOf = async (text) => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height).data;
      };
      const one = await pixelsOf('${one.toString('base64')}');
      const other = await pixelsOf('${other.toString('base64')}');
      return one.filter((value, i) => Math.abs(value - other[i]) > 24).length / one.length;
    })()`);
  const hide = (page: Page, selector: string) =>
    page.locator(selector).evaluate((one) => {
      (one as unknown as { style: { visibility: string } }).style.visibility = 'hidden';
    });

  test('once recon was stopped the page hides the model, says so, and still saves what was not saved', async () => {
    await visit(['trunk.zip'], async (page, _origin, stop) => {
      await page.getByRole('button', { name: 'Distance' }).click();
      await clickModel(page, 0.5, 0.4);
      await clickModel(page, 0.55, 0.45);
      expect(await findings(page)).toHaveLength(1);
      stop();
      await page.locator('html[data-state="closed"]').waitFor({ timeout: 5000 });
      const text = await page.locator('body').innerText();
      expect(text).toContain('The 3D model was closed');
      expect(text).not.toContain('trunk');
      expect(await page.title()).toBe('Closed · 3D model');
      expect(await page.locator('canvas, img').count()).toBe(0);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save notes and measures' }).click();
      expect((await download).suggestedFilename()).toBe('trunk-notes.json');
      expect(await page.locator('body').innerText()).not.toContain('not saved yet');
    });
  });

  test.each([
    ['one model', ['trunk.zip']],
    ['two models', ['trunk.zip', 'later.zip']],
  ])('with %s the panel alone scrolls, and not the page too', async (_, archives) => {
    await visit(archives, async (page) => {
      await ready(page);
      const hidden = (selector: string) =>
        page.evaluate<number>(
          `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('${selector}'))`,
        );
      expect(await hidden('html')).toBe(0);
      expect(await hidden('.panel')).toBeGreaterThan(0);
      // What was said lay over what was scrolled behind it.
      await page.getByRole('button', { name: 'Distance' }).click();
      const [panel, said] = await Promise.all(
        ['.panel', '.status'].map(async (one) => (await page.locator(one).boundingBox())!),
      );
      expect(await status(page)).not.toBe('');
      expect(panel!.y + panel!.height).toBeLessThanOrEqual(said!.y + 0.5);
      expect(said!.y + said!.height).toBeLessThanOrEqual(500.5);
    });
  });

  test('a drag, the wheel and two fingers each change the picture, and Front brings it back', async () => {
    await visit(
      ['trunk.zip', '--no-open'],
      async (page) => {
        const front = await pictureAtRest(page);
        const { x, y } = await middleOf(page, 'canvas.model');
        const changes = async (what: string, move: () => Promise<void>) => {
          await move();
          expect((await pictureAtRest(page)).equals(front), what).toBe(false);
          await view(page, 'Front');
          expect((await pictureAtRest(page)).equals(front), `back after ${what}`).toBe(true);
        };
        await changes('a drag', async () => {
          await page.mouse.move(x, y);
          await page.mouse.down();
          await page.mouse.move(x + 120, y + 30, { steps: 4 });
          await page.mouse.up();
        });
        await changes('a drag with the right button', async () => {
          await page.mouse.move(x, y);
          await page.mouse.down({ button: 'right' });
          await page.mouse.move(x + 60, y - 50, { steps: 4 });
          await page.mouse.up({ button: 'right' });
        });
        await changes('the wheel', async () => {
          await page.mouse.move(x, y);
          await page.mouse.wheel(0, -240);
          // The wheel's event comes when the browser likes.
          await expect.poll(async () => (await pictureAtRest(page)).equals(front)).toBe(false);
        });
        const touch = await page.context().newCDPSession(page);
        const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number, shift = 0) => {
          const touchPoints =
            type === 'touchEnd'
              ? []
              : [
                  { x: x - apart + shift, y, id: 1 },
                  { x: x + apart + shift, y, id: 2 },
                ];
          await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
        };
        await changes('two fingers that part', async () => {
          await fingers('touchStart', 40);
          for (const apart of [60, 90, 130]) await fingers('touchMove', apart);
          await fingers('touchEnd', 0);
        });
        await changes('two fingers that move together', async () => {
          await fingers('touchStart', 40);
          for (const shift of [20, 50, 90]) await fingers('touchMove', 40, shift);
          await fingers('touchEnd', 0);
        });
      },
      { hasTouch: true },
    );
  });

  test('each of the seven views is a picture of its own, by button and by key', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      const pictures = new Map<string, string>();
      for (const name of VIEWS) {
        await view(page, name);
        pictures.set((await pictureAtRest(page)).toString('base64'), name);
      }
      expect([...pictures.values()]).toEqual(VIEWS);
      await page.locator('canvas.model').focus();
      for (const [i, name] of VIEWS.entries()) {
        await page.keyboard.press(String(i + 1));
        // The focus is drawn round the picture.
        await page.evaluate('document.activeElement.blur()');
        expect(pictures.get((await pictureAtRest(page)).toString('base64')), name).toBe(name);
        await page.locator('canvas.model').focus();
      }
    });
  });

  test('two models open side by side under one camera, and each is shown alone by the keyboard', async () => {
    const shown = (page: Page) => page.locator('.names').textContent();
    const chosen = (page: Page) => page.locator('fieldset:has(legend:text("Shown models")) label').allTextContents();
    await visit(['trunk.zip', 'later.zip', '--no-open'], async (page) => {
      await ready(page);
      expect(await shown(page)).toBe('trunklater');
      expect(await chosen(page)).toEqual(['trunk', 'later', 'Side by side']);
      const both = page.getByLabel('Side by side');
      expect(await both.isChecked()).toBe(true);
      expect(await status(page)).toBe('');
      // One model twice: each half of the picture is as the other one, also once it was turned.
      await page.locator('canvas.model').press('ArrowRight');
      await page.evaluate('document.activeElement.blur()');
      await pictureAtRest(page);
      const { x, y, width, height } = (await page.locator('canvas.model').boundingBox())!;
      const half = (number: number) => ({
        x: x + (number * width) / 2,
        y: y + 60,
        width: width / 2,
        height: height - 140,
      });
      const [left, right] = [await page.screenshot({ clip: half(0) }), await page.screenshot({ clip: half(1) })];
      expect(await differentShare(page, left, right)).toBeLessThan(0.002);
      await both.focus();
      for (const [key, name] of [
        ['ArrowUp', 'later'],
        ['ArrowUp', 'trunk'],
        ['ArrowUp', 'trunklater'],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(() => shown(page)).toBe(name);
      }
      expect(await both.isChecked()).toBe(true);
    });
    mkdirSync(join(home.folder, 'year'), { recursive: true });
    put('year/trunk.zip', await personArchive({ glb }));
    await visit(['trunk.zip', 'year/trunk.zip', '--no-open'], async (page) => {
      expect(await chosen(page)).toEqual(['trunk (before)', 'trunk (after)', 'Side by side']);
      expect(await shown(page)).toBe('trunk (before)trunk (after)');
    });
  });

  test('the photo of a second model that lies elsewhere lies over it as over the first', async () => {
    // As if the second one had been made with the person a step to the side.
    const { json, binary } = partsOfGlb<{ nodes: { translation?: number[] }[] }>(glb);
    for (const node of json.nodes) node.translation = [0.3, 0.1, 0];
    const report = personReport();
    for (const { camera } of report.views) {
      const r = camera.rotation;
      camera.translation = camera.translation.map((t, i) => t! - r[i * 3]! * 0.3 - r[i * 3 + 1]! * 0.1);
    }
    put('aside.zip', await personArchive({ glb: glbOf(json, binary), report }));
    await visit(['trunk.zip', 'aside.zip', '--no-open'], async (page) => {
      await ready(page);
      const pictures: Buffer[] = [];
      for (const label of ['trunk, Front', 'aside, Front']) {
        await page.getByLabel(label, { exact: true }).check();
        await pictureAtRest(page);
        await page.getByLabel('Model to photo').fill('0');
        await hide(page, 'img.photo');
        await hide(page, '.names');
        pictures.push(await pictureAtRest(page));
      }
      expect(await differentShare(page, pictures[0]!, pictures[1]!)).toBeLessThan(0.002);
    });
  });

  test('side by side, the cross stands where Enter puts the point', async () => {
    await visit(['trunk.zip', 'later.zip', '--no-open'], async (page) => {
      await ready(page);
      await page.getByRole('button', { name: 'Distance' }).click();
      await pictureAtRest(page);
      await lookAt(page, 'side-by-side');
      const cross = await middleOf(page, '.cross');
      const canvas = (await page.locator('canvas.model').boundingBox())!;
      expect(cross.x).toBeCloseTo(canvas.x + canvas.width / 4, -0.5);
      expect(cross.y).toBeCloseTo(canvas.y + canvas.height / 2, -0.5);
      await page.keyboard.press('Enter');
      // Its lines cross half a pixel before its middle.
      await page.mouse.click(cross.x - 0.5, cross.y - 0.5);
      expect(Number(/Distance([\d.]+)/.exec((await findings(page))[0]!)![1])).toBeLessThan(1.5);
    });
  });

  test('a model of 3 MB: how soon its first picture stands, and how smoothly it turns at 800 × 600', async () => {
    const large = await personGlb({ denser: 0.35, grain: 40 });
    expect(large.length).toBeGreaterThan(2_800_000);
    put('large.zip', await personArchive({ glb: large }));
    const viewport = { width: 800 + PANEL_PX, height: 600 };
    // In a browser that runs already: one that has just started takes half a second for its first pixel in 3D.
    await visit(['trunk.zip', '--no-open'], async (page) => void (await pictureAtRest(page)));
    await visit(
      ['large.zip', '--no-open'],
      async (page) => {
        const front = await pictureAtRest(page);
        const first = await page.evaluate<number>("performance.getEntriesByName('first picture')[0].startTime");
        const triangles = () => page.evaluate<number>('window.triangles');
        const all = await triangles();
        const { frames, drawn } = await page.evaluate<{ frames: number; drawn: string }>(TURN);
        expect(await triangles()).toBeLessThan(all / 3);
        await view(page, 'Front');
        expect((await pictureAtRest(page)).equals(front)).toBe(true);
        expect(await triangles()).toBe(all);
        console.log(
          `${large.length} bytes: first picture after ${Math.round(first)} ms; ${frames.toFixed(1)} frames a second while turning, drawn ${drawn}; load ${loadavg()[0]!.toFixed(1)}`,
        );
        // No limit of time: this machine may be doing anything else. What is printed is read by people.
        expect(frames).toBeGreaterThan(0);
      },
      { viewport, before: async (page) => void (await page.addInitScript(NOTE_TRIANGLES)) },
    );
  });

  test('what an archive lacks is a control that is not there', async () => {
    const { json, binary } = partsOfGlb<{ meshes: { primitives: { attributes: Record<string, number> }[] }[] }>(glb);
    const { attributes } = json.meshes[0]!.primitives[0]!;
    delete attributes['_SEEN'];
    delete attributes['_ERROR'];
    const poor = glbOf(json, binary);
    put('poor.zip', makeZip([{ name: 'model.glb', content: Buffer.from(poor) }]));
    put('face.zip', await personArchive({ glb, type: 'face', report: personReport({ breasts: false }) }));
    put('no-cameras.zip', await personArchive({ glb: poor, report: {} }));
    const names = async (page: Page) =>
      await page
        .locator('.panel label, .panel button, .panel h2')
        .evaluateAll((all) => (all as { textContent: string | null }[]).map((one) => one.textContent ?? ''));
    const ofError = ['What no photo showed', 'Expected error'];
    const ofPhotos = ['Photo', 'Over the model', 'Beside the model', 'Model to photo'];
    const ofService = ['Accept', 'Accept this model …', 'Save simulation', 'Name of the simulation', 'Delete …'];
    const ofPairs = ['Two models', 'Change from '];
    const ofMammo = ['Simulation', 'Implant, left breast', 'From none to full', 'With implants'];
    await visit(['trunk.zip', '--no-open'], async (page) => {
      const there = await names(page);
      for (const name of [...ofError, ...ofPhotos, ...ofMammo]) expect(there, name).toContain(name);
      for (const name of [...ofService, ...ofPairs]) expect(there, name).not.toContain(name);
      expect(await page.locator('.panel').textContent()).toContain('left breast 310 cm³, right breast 295 cm³');
    });
    await visit(['poor.zip', '--no-open'], async (page) => {
      const there = await names(page);
      for (const name of [...ofError, ...ofPhotos, ...ofService, ...ofPairs, ...ofMammo]) {
        expect(there, name).not.toContain(name);
      }
      for (const name of ['Photo colours', 'Plain clay', 'Left against right', 'Distance', 'Save picture']) {
        expect(there, name).toContain(name);
      }
      await page.getByRole('button', { name: 'Girth' }).click();
      await clickModel(page, 0.5, 0.5);
      expect((await findings(page))[0]).toMatch(/^Girth\d+\.\d mm as a tape lies/);
      expect(await page.locator('.panel').textContent()).not.toContain('cm³, right');
    });
    await visit(['poor.zip', '--type', 'mammo', '--no-open'], async (page) => {
      const there = await names(page);
      for (const name of ofMammo) expect(there, name).toContain(name);
    });
    await visit(['face.zip', '--no-open'], async (page) => {
      const there = await names(page);
      for (const name of ofMammo) expect(there, name).not.toContain(name);
      await page.getByRole('button', { name: 'Volume' }).click();
      expect(await status(page)).toContain('Click some twelve points');
      expect(await page.locator('.panel').textContent()).not.toMatch(/breast|implant/i);
      await lookAt(page, 'face');
    });
    await visit(['no-cameras.zip', '--no-open'], async (page) => {
      const there = await names(page);
      expect(there).toContain('Photo');
      for (const name of ['Over the model', 'Model to photo']) expect(there, name).not.toContain(name);
      await page.getByLabel('Left', { exact: true }).check();
      await page.locator('img.photo').waitFor();
    });
  });

  test('a photo stands beside the model and stays there while it is turned; over it, it goes', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      const photo = page.locator('img.photo');
      const over = await (async () => {
        await page.getByLabel('Front', { exact: true }).check();
        await lookAt(page, 'photo-over');
        return (await photo.boundingBox())!;
      })();
      await page.getByLabel('Beside the model').check();
      await lookAt(page, 'photo-beside');
      const canvas = (await page.locator('canvas.model').boundingBox())!;
      const beside = (await photo.boundingBox())!;
      expect(beside.x).toBeGreaterThanOrEqual(canvas.x + canvas.width / 2 - 1);
      expect(beside.x + beside.width).toBeLessThanOrEqual(canvas.x + canvas.width + 1);
      expect(beside.width / beside.height).toBeCloseTo(over.width / over.height, 2);
      expect(await photo.evaluate((one) => (one as unknown as { style: { opacity: string } }).style.opacity)).toBe('1');
      expect(await page.locator('.names').textContent()).toBe('trunkPhoto: Front');
      const before = await pictureAtRest(page);
      await page.locator('canvas.model').press('ArrowRight');
      expect((await pictureAtRest(page)).equals(before)).toBe(false);
      expect(await photo.isVisible()).toBe(true);
      await page.getByLabel('Over the model').check();
      await page.locator('canvas.model').press('ArrowRight');
      await pictureAtRest(page);
      expect(await photo.isVisible()).toBe(false);
      expect(await page.getByLabel('None', { exact: true }).isChecked()).toBe(true);
    });
  });

  test('Note leads to the field for its text, and then a click on the model sets it', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      const note = page.getByRole('button', { name: 'Note', exact: true });
      const focused = () => page.evaluate('document.activeElement.id');
      await note.click();
      expect(await focused()).toBe('note');
      expect(await status(page)).toBe('Type the note, then click where it belongs.');
      // Without a text it is asked for once more.
      await clickModel(page, 0.5, 0.5);
      expect(await findings(page)).toEqual([]);
      expect(await focused()).toBe('note');
      await page.keyboard.type('a scar');
      await page.keyboard.press('Enter');
      expect(await status(page)).toBe('Now click where the note belongs.');
      await clickModel(page, 0.5, 0.5);
      expect(await findings(page)).toEqual(['Notea scarRemove']);
      expect(await status(page)).toBe('Note: a scar');
      // Whoever types first does not press Note at all.
      await page.getByLabel('Text of the note').pressSequentially('a mole');
      expect(await note.getAttribute('aria-pressed')).toBe('true');
      await clickModel(page, 0.5, 0.4);
      expect(await findings(page)).toEqual(['Notea scarRemove', 'Notea moleRemove']);
    });
  });

  test('a mark that the model hides is faint on the screen, and whole again where it is seen', async () => {
    const strongest = (page: Page) =>
      page.evaluate<number>(`(() => {
        const canvas = document.querySelector('canvas.marks');
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy.drawImage(canvas, 0, 0);
        return copy.getImageData(0, 0, canvas.width, canvas.height).data
          .reduce((most, value, i) => i % 4 === 3 ? Math.max(most, value) : most, 0);
      })()`);
    await visit(['trunk.zip', '--no-open'], async (page) => {
      await page.getByLabel('Text of the note').fill('a scar');
      await clickModel(page, 0.5, 0.5);
      await pictureAtRest(page);
      expect(await strongest(page)).toBe(255);
      await view(page, 'Back');
      await pictureAtRest(page);
      const faint = await strongest(page);
      expect(faint).toBeGreaterThan(30);
      expect(faint).toBeLessThan(160);
      await view(page, 'Front');
      await pictureAtRest(page);
      expect(await strongest(page)).toBe(255);
    });
  });

  test('a print shows of a mark what is seen from each side, fits the figure and dates the sheet', async () => {
    // A canvas that is read twice makes the browser complain, so a copy is read.
    const read = `(canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      return copy.getImageData(0, 0, canvas.width, canvas.height).data;
    }`;
    const blue = `(canvas) => {
      const data = (${read})(canvas);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        count += data[i] < 60 && data[i + 1] > 70 && data[i + 1] < 140 && data[i + 2] > 170 ? 1 : 0;
      }
      return count;
    }`;
    const ground = `(canvas) => [...(${read})(canvas).slice(0, 4)]`;
    const shape = `(canvas) => canvas.width / canvas.height`;
    await visit(
      ['trunk.zip', '--no-open'],
      async (page) => {
        await page.getByRole('button', { name: 'Distance' }).click();
        await clickModel(page, 0.48, 0.4);
        await clickModel(page, 0.52, 0.4);
        await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        const inView = (name: string, what: string) =>
          page.evaluate(`(${what})(document.querySelectorAll('.paper canvas')[${VIEWS.indexOf(name)}])`);
        expect(await inView('Front', blue)).toBeGreaterThan(50);
        expect(await inView('Back', blue)).toBe(0);
        // White, also where the page is dark.
        expect(await inView('Front', ground)).toEqual([255, 255, 255, 255]);
        // The trunk is taller than wide from its side; the pane is wider than tall.
        expect(await inView('Left', shape)).toBeLessThan(1);
        expect(await page.locator('.paper').textContent()).not.toContain('A planning picture');
      },
      { colorScheme: 'dark' },
    );
  });

  test('a saved picture says what it shows, from where, in which colours, and what was measured on it', async () => {
    const before = async (page: Page) => void (await page.addInitScript(NOTE_TEXTS));
    const savedTexts = async (page: Page, name: string) => {
      await pictureAtRest(page);
      await page.evaluate('window.texts = []');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save picture' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(/^trunk(-and-later)?-breast\.png$/);
      const folder = process.env['RECON_SHOTS'];
      if (folder !== undefined) await saved.saveAs(join(folder, name));
      return await page.evaluate<string[]>('window.texts');
    };
    const measure = async (page: Page, x: number) => {
      await page.getByRole('button', { name: 'Distance' }).click();
      await clickModel(page, x - 0.02, 0.4);
      await clickModel(page, x + 0.02, 0.4);
    };
    await visit(
      ['trunk.zip', '--no-open'],
      async (page) => {
        await encloseLeftBreast(page);
        await measure(page, 0.5);
        const texts = await savedTexts(page, 'saved-one.png');
        expect(texts).toContain('trunk, breast');
        expect(texts.join(' ')).toMatch(
          /Saved on 20\d\d-\d\d-\d\d · View: Front 1\. Volume inside the drawn line, left: \d+ ± \d+ cm³ above its base, \d+ cm² of skin 2\. Distance: [\d.]+ ± [\d.]+ mm straight, .* Volumes found without a drawn line: left breast 310 cm³, right breast 295 cm³ ± tells how far off a value may be: /,
        );
        expect(texts.join(' ')).not.toContain('A planning picture');
        await page.locator('canvas.model').press('ArrowRight');
        await page.getByLabel('Left against right').check();
        await ready(page);
        const coloured = await savedTexts(page, 'saved-colours.png');
        expect(coloured.join(' ')).toMatch(/View: 5° right .* Half of the places differ .* as the other side/);
        expect(coloured).toContainEqual(expect.stringMatching(/^\+\d+ mm$/));
        await page.getByLabel('Front', { exact: true }).check();
        await page.locator('img.photo').waitFor();
        const over = (await savedTexts(page, 'saved-photo.png')).join(' ');
        expect(over).toContain('View: that of the photo Front; 50 % of the photo lies over the model');
      },
      { before },
    );
    await visit(
      ['trunk.zip', 'later.zip', '--no-open'],
      async (page) => {
        await ready(page);
        await measure(page, 0.25);
        await measure(page, 0.75);
        const both = await savedTexts(page, 'saved-two.png');
        expect(both.filter((text) => /^trunk$|^later$/.test(text))).toEqual(['trunk', 'later']);
        expect(both.join(' ')).toMatch(/1\. Distance: .* \(trunk\) 2\. Distance: .* \(later\)/);
        await page.getByLabel('later', { exact: true }).check();
        const alone = (await savedTexts(page, 'saved-later.png')).join(' ');
        // Of the other model nothing is seen.
        expect(alone).not.toContain('1. Distance');
        expect(alone).toContain('2. Distance');
      },
      { before },
    );
  });

  test('after printing, the view and the photo over the model are as they were', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      const print = async () => {
        await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        expect(await page.locator('.paper figure canvas').count()).toBe(VIEWS.length);
      };
      await page.locator('canvas.model').press('ArrowRight');
      await page.locator('canvas.model').press('+');
      const turned = await pictureAtRest(page);
      await print();
      expect((await pictureAtRest(page)).equals(turned)).toBe(true);
      await page.getByLabel('Front', { exact: true }).check();
      await page.locator('img.photo').waitFor();
      await pictureAtRest(page);
      const [box, over] = [await page.locator('img.photo').boundingBox(), await pictureAtRest(page)];
      await print();
      expect((await pictureAtRest(page)).equals(over)).toBe(true);
      expect(await page.locator('img.photo').boundingBox()).toEqual(box);
      expect(await page.getByLabel('Front', { exact: true }).isChecked()).toBe(true);
    });
  });

  describe('notes and measures', () => {
    const putNote = async (page: Page, text: string, [x, y]: readonly [number, number]) => {
      await page.getByLabel('Text of the note').fill(text);
      await page.getByRole('button', { name: 'Note', exact: true }).click();
      await clickModel(page, x, y);
    };
    const save = async (page: Page, name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save notes and measures' }).click();
      const file = await download;
      await file.saveAs(join(home.folder, name));
      return file.suggestedFilename();
    };
    const open = async (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open saved ones' }).click();
      await (await chooser).setFiles(typeof file === 'string' ? join(home.folder, file) : file);
      const name = typeof file === 'string' ? file : file.name;
      await page.locator('.status', { hasText: name }).waitFor();
      return await status(page);
    };
    /** Closes the page as a person does; tells whether it asks. */
    const asksToClose = async (page: Page) => {
      const asked = Promise.race([
        page.waitForEvent('dialog').then(async (dialog) => {
          expect(dialog.type()).toBe('beforeunload');
          await dialog.dismiss();
          return true;
        }),
        page.waitForEvent('close').then(() => false),
      ]);
      await page.close({ runBeforeUnload: true });
      return await asked;
    };
    const TEXT = '<img src=x onerror=alert(1)> a scar';

    test('are saved as a file, and stand where they were when it is opened again', async () => {
      let before: string[] = [];
      let picture: Buffer | undefined;
      await visit(['trunk.zip', '--no-open'], async (page) => {
        expect(await page.locator('.panel').textContent()).toContain(
          'Notes and measures as a fileWhen this page is closed, what is not saved is lost. Save it as a file',
        );
        await page.getByRole('button', { name: 'Save notes and measures' }).click();
        expect(await status(page)).toBe('There are no notes and measures yet.');
        await putNote(page, TEXT, [0.5, 0.5]);
        await encloseLeftBreast(page);
        await page.getByRole('button', { name: 'Distance' }).click();
        await clickModel(page, 0.45, 0.4);
        await clickModel(page, 0.55, 0.4);
        expect(await save(page, 'kept.json')).toBe('trunk-notes.json');
        expect(await status(page)).toBe('Notes and measures are saved as trunk-notes.json.');
        before = await findings(page);
        await pictureAtRest(page);
        picture = await page.locator('canvas.marks').screenshot();
        expect(await open(page, 'kept.json')).toBe('kept.json: 0 opened, 3 were there already.');
        expect(await findings(page)).toEqual(before);
        await lookAt(page, 'notes');
        expect(await asksToClose(page)).toBe(false);
      });
      const { models } = JSON.parse(readFileSync(join(home.folder, 'kept.json'), 'utf8'));
      expect(models).toHaveLength(1);
      expect(models[0].sha256).toBe(createHash('sha256').update(glb).digest('hex'));
      await visit(['trunk.zip', '--no-open'], async (page) => {
        expect(await open(page, 'kept.json')).toBe('kept.json: 3 opened.');
        expect(await findings(page)).toEqual(before);
        expect(await page.locator('.findings img').count()).toBe(0);
        await pictureAtRest(page);
        expect((await page.locator('canvas.marks').screenshot()).equals(picture!)).toBe(true);
        // What was opened can be removed, and is in its file still.
        await page.getByRole('button', { name: 'Remove 1', exact: true }).click();
        expect(await findings(page)).toHaveLength(2);
        expect(await asksToClose(page)).toBe(false);
      });
    });

    test('that are not saved are not closed unasked', async () => {
      await visit(['trunk.zip', '--no-open'], async (page) => {
        const left = page.getByText('not saved yet');
        expect(await left.isVisible()).toBe(false);
        await putNote(page, 'a scar', [0.5, 0.5]);
        expect(await left.textContent()).toBe('Notes and measures not saved yet: 1 of 1.');
        expect(await asksToClose(page)).toBe(true);
        await save(page, 'one.json');
        expect(await left.isVisible()).toBe(false);
        await putNote(page, 'another', [0.5, 0.55]);
        expect(await left.textContent()).toBe('Notes and measures not saved yet: 1 of 2.');
        expect(await asksToClose(page)).toBe(true);
        await page.getByRole('button', { name: 'Remove 2', exact: true }).click();
        expect(await asksToClose(page)).toBe(false);
      });
      await visit(['trunk.zip', '--no-open'], async (page) => {
        await page.getByRole('button', { name: 'Left', exact: true }).click();
        expect(await asksToClose(page)).toBe(false);
      });
    });

    test('of another model, and files that are broken, are refused in words', async () => {
      await visit(['trunk.zip', '--no-open'], async (page) => {
        await putNote(page, TEXT, [0.5, 0.5]);
        await save(page, 'trunk.json');
      });
      const sound = readFileSync(join(home.folder, 'trunk.json'), 'utf8');
      const file = (text: string) => ({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      const [model] = JSON.parse(sound).models;
      const away = JSON.stringify({
        ...JSON.parse(sound),
        models: [{ ...model, findings: [...model.findings, { kind: 'note', points: [[0, 0, 5]], text: 'away' }] }],
      });
      await visit(['trunk.zip', '--no-open'], async (page) => {
        for (const [text, said] of [
          ['', 'is no file of notes and measures, or it is damaged'],
          [sound.slice(0, 300), 'is no file of notes and measures, or it is damaged'],
          [sound.replace('"note"', '"nose"'), 'is damaged'],
          [away, 'has points that are not on the model'],
          [sound.replace('"version": 1', '"version": 2'), 'is of a newer version of this program'],
          [sound.padEnd(1_000_001), 'is too large to be a file of notes and measures'],
          [sound.replace(/"sha256": "./, '"sha256": "x'), 'is of another model, or of an earlier one: trunk'],
        ] as const) {
          expect(await open(page, file(text))).toBe(`x.json ${said}. Nothing was opened.`);
          expect(await findings(page)).toEqual([]);
          await page.getByRole('button', { name: 'Distance' }).click();
          await page.getByRole('button', { name: 'Stop' }).click();
          expect(await status(page)).toBe('');
        }
      });
    });

    test('on two models are kept for each, and each is opened on its own', async () => {
      const other = await personGlb({ grain: 9 });
      put('other.zip', await personArchive({ glb: other }));
      await visit(['trunk.zip', 'other.zip', '--no-open'], async (page) => {
        await ready(page);
        await pictureAtRest(page);
        await putNote(page, 'on the first', [0.25, 0.5]);
        await putNote(page, 'on the second', [0.75, 0.5]);
        expect(await save(page, 'two.json')).toBe('trunk-other-notes.json');
      });
      await visit(['other.zip', '--no-open'], async (page) => {
        expect(await open(page, 'two.json')).toBe('two.json: 1 opened. Not those of another model: trunk.');
        expect(await findings(page)).toEqual([expect.stringContaining('on the second')]);
      });
    });

    test('on a narrow screen the model comes into sight to be clicked, and what was said is seen further down', async () => {
      const viewport = { width: 320, height: 640 };
      await visit(
        ['trunk.zip', '--no-open'],
        async (page) => {
          await page.getByLabel('Text of the note').fill('a scar');
          const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
          expect(await top('canvas.model')).toBeLessThan(-100);
          await page.getByRole('button', { name: 'Note', exact: true }).click();
          expect(await top('canvas.model')).toBe(0);
          expect(await top('.status')).toBeLessThan(viewport.height);
          await clickModel(page, 0.5, 0.5);
          await save(page, 'narrow.json');
          expect(await top('canvas.model')).toBeLessThan(-100);
          expect(await top('.status')).toBeGreaterThanOrEqual(0);
          expect(await status(page)).toBe('Notes and measures are saved as trunk-notes.json.');
          await lookAt(page, 'notes-narrow');
        },
        { viewport },
      );
    });

    test('on a simulation are saved with its name where they are notes; of measures it is said that they are not', async () => {
      await visit(['trunk.zip', '--no-open'], async (page) => {
        await encloseLeftBreast(page);
        await page.getByLabel('Implant, left breast').selectOption({ index: 3 });
        await pictureAtRest(page);
        // On the left breast of the second figure.
        await putNote(page, 'on the simulation', [0.79, 0.43]);
        const [, note] = await findings(page);
        expect(note).toMatch(/^Noteon the simulationOn a simulation: left 250 cm³, EX-RLP-250: .*cmRemove$/);
        await page.locator('.finding').nth(1).scrollIntoViewIfNeeded();
        await lookAt(page, 'note-on-simulation');
        const marks = () => page.locator('canvas.marks').screenshot();
        const full = await marks();
        // It moves with the skin.
        await page.getByLabel('From none to full').fill('0');
        await pictureAtRest(page);
        expect((await marks()).equals(full)).toBe(false);
        await page.getByLabel('From none to full').fill('100');
        await pictureAtRest(page);
        expect((await marks()).equals(full)).toBe(true);
        await save(page, 'simulated.json');
        expect(await status(page)).toBe('Notes and measures are saved as trunk-notes.json.');
        expect(await open(page, 'simulated.json')).toBe('simulated.json: 0 opened, 2 were there already.');
        expect(await findings(page)).toHaveLength(2);
        await page.getByRole('button', { name: 'Distance' }).click();
        await clickModel(page, 0.74, 0.5);
        await clickModel(page, 0.76, 0.5);
        expect((await findings(page))[2]).toContain('On a simulation: left 250 cm³, EX-RLP-250');
        await save(page, 'without.json');
        expect(await status(page)).toBe(
          'Notes and measures are saved as trunk-notes.json. Without 1 measured on a simulation, which cannot be saved.',
        );
        expect(await asksToClose(page)).toBe(true);
      });
      const [model] = JSON.parse(readFileSync(join(home.folder, 'simulated.json'), 'utf8')).models;
      expect(model.findings[1]).toMatchObject({
        ...{ kind: 'note', text: 'on the simulation' },
        simulation: expect.stringMatching(/^left 250 cm³, EX-RLP-250: Round, low, /),
      });
      await visit(['trunk.zip', '--no-open'], async (page) => {
        expect(await open(page, 'simulated.json')).toBe('simulated.json: 2 opened.');
        expect((await findings(page))[1]).toContain('On a simulation: left 250 cm³, EX-RLP-250');
        expect(await asksToClose(page)).toBe(false);
      });
    });
  });

  test('while two surfaces are compared the page is loading', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      await page.evaluate(`
        window.states = [];
        new MutationObserver(() => window.states.push(document.documentElement.dataset.state))
          .observe(document.documentElement, { attributes: true, attributeFilter: ['data-state'] })`);
      await page.getByLabel('Left against right').check();
      await ready(page);
      expect(await page.evaluate('window.states')).toEqual(['loading', 'ready']);
      expect(await status(page)).toContain('differ from the other side');
    });
  });

  test('the slider of a simulation moves the shape and leaves what was said, also with left against right', async () => {
    await visit(['trunk.zip', '--no-open'], async (page) => {
      await encloseLeftBreast(page);
      await page.getByLabel('Implant, left breast').selectOption({ index: 3 });
      const said = await status(page);
      expect(said).toContain('An illustration: left');
      await page.getByLabel('Left against right').check();
      await ready(page);
      await page.getByLabel('Implant, left breast').selectOption({ index: 4 });
      await ready(page);
      const sentence = (await status(page))!;
      expect(sentence).toContain('An illustration: left');
      await page.evaluate(`
        window.said = [];
        new MutationObserver(() => window.said.push(document.querySelector('.status').textContent))
          .observe(document.querySelector('.status'), { childList: true, characterData: true, subtree: true })`);
      await page.getByLabel('From none to full').fill('40');
      await ready(page);
      expect(await page.evaluate('window.said')).toEqual([]);
      expect(await status(page)).toBe(sentence);
    });
  });

  test('an implant that is wider than the base inside the line is told beside its choice, and taken', async () => {
    const header = 'reference,brand,volume,diameter,projection';
    writeFileSync(join(home.folder, 'wide.csv'), `${header}\nW-300,Example,300,14.5,3\nN-200,Example,200,9,4\n`);
    await visit(['trunk.zip', '--catalogue', 'wide.csv', '--no-open'], async (page) => {
      const implant = page.getByLabel('Implant, left breast');
      const warning = page.locator('#implant-left-warning');
      await implant.selectOption({ index: 1 });
      expect(await warning.textContent()).toBe('');
      await encloseLeftBreast(page);
      await implant.selectOption({ index: 1 });
      expect(await warning.textContent()).toMatch(
        /^The implant is 14\.5 cm wide; the breast’s base is 1[0-3]\.\d cm\.$/,
      );
      expect(await status(page)).toContain('An illustration: left 300 cm³, W-300');
      expect(await page.locator('#implant-right-warning').textContent()).toBe('');
      await warning.scrollIntoViewIfNeeded();
      await lookAt(page, 'wide-implant');
      await implant.selectOption({ index: 2 });
      expect(await warning.textContent()).toBe('');
      await implant.selectOption({ index: 1 });
      await implant.selectOption({ label: 'None' });
      expect(await warning.textContent()).toBe('');
    });
  });

  test('a saved simulation of another service without width and height is shown by its diameter', async () => {
    const implant = implantOfRow({
      reference: 'R-300',
      brand: 'Other',
      volume: '300',
      diameter: '11.5',
      projection: '4',
    });
    const saved = [
      {
        ...{ id: 1, name: 'Theirs', description: '', right_implant: NO_IMPLANT },
        left_implant: { ...implant, width: '', height: '' },
      },
    ];
    await visit(['trunk.zip', '--no-open'], async (page) => {
      await page.route(/\/[\w-]{32}\/$/, async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        const facts = { ...factsIn(text), simulations: { saved, canSave: false } };
        await route.fulfill({ response: answer, body: text.replace(FACTS_IN_PAGE, JSON.stringify(facts)) });
      });
      await page.reload();
      await ready(page);
      await encloseLeftBreast(page);
      const plain = await pictureAtRest(page);
      await page.getByRole('button', { name: 'Show Theirs' }).click();
      expect(await status(page)).toMatch(/^An illustration: left 300 cm³, R-300: 11\.5 × 4 cm$/);
      await page.getByLabel('With implants').check();
      expect((await pictureAtRest(page)).equals(plain)).toBe(false);
      // A note on it bears its name, and how much of it was shown.
      for (const share of ['100', '40']) {
        await page.getByLabel('From none to full').fill(share);
        await pictureAtRest(page);
        await page.getByLabel('Text of the note').fill('a scar');
        await page.getByRole('button', { name: 'Note', exact: true }).click();
        await clickModel(page, 0.5, 0.5);
      }
      expect((await findings(page)).slice(1)).toEqual([
        'Notea scarOn a simulation: TheirsRemove',
        'Notea scarOn a simulation: Theirs, 40 % of itRemove',
      ]);
    });
  });

  test('what cannot be shown is told in plain words, packed or broken', async () => {
    const asset = { version: '2.0' };
    const beyondItsEnd = {
      ...{ asset, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] },
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 1000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      bufferViews: [{ buffer: 0, byteLength: 16 }],
      buffers: [{ byteLength: 16 }],
    };
    const cases: Record<string, { bytes: Uint8Array; said: string }> = {
      meshopt: {
        bytes: glbOf({
          asset,
          extensionsUsed: ['EXT_meshopt_compression'],
          extensionsRequired: ['EXT_meshopt_compression'],
        }),
        said: 'meshopt: the model cannot be shown: it is packed by meshopt',
      },
      draco: {
        bytes: glbOf({ asset, extensionsUsed: ['KHR_draco_mesh_compression'] }),
        said: 'draco: the model cannot be shown: it is packed by Draco',
      },
      unquoted: { bytes: glbOf({ asset }).fill(0x7d, 20, 24), said: 'the file is damaged' },
      short: { bytes: glb.slice(0, 50_000), said: 'the file is cut off' },
      holes: { bytes: glbOf(beyondItsEnd, new Uint8Array(16)), said: 'the file is damaged' },
      empty: { bytes: glbOf({ asset, scene: 0, scenes: [{ nodes: [] }] }), said: 'the file holds no surface' },
    };
    for (const [name, { bytes, said }] of Object.entries(cases)) {
      put(`${name}.zip`, makeZip([{ name: 'model.glb', content: Buffer.from(bytes) }]));
      const walk = async (page: Page) => {
        const text = (await page.locator('main').textContent())!;
        expect(text, name).toContain(said);
        expect(text, name).not.toMatch(/THREE|JSON|token|undefined|Error/);
        expect(await axeFinds(page), name).toEqual([]);
      };
      await visit([`${name}.zip`, '--no-open'], walk, { end: 'failed' });
    }
  });

  test('axe finds nothing while the page loads, where it refuses, and with two models', async () => {
    let letOn = () => {};
    const before = async (page: Page) => {
      const wait = new Promise<void>((resolve) => {
        letOn = resolve;
      });
      await page.route('**/*.glb', async (route) => {
        await wait;
        await route.continue();
      });
      void (async () => {
        await page.locator('html[data-state="loading"] main h1').waitFor();
        loading = await axeFinds(page);
        letOn();
      })();
    };
    let loading: string[] | undefined;
    const walk = async (page: Page, origin: string) => {
      expect(loading).toEqual([]);
      await page.getByLabel('What no photo showed').check();
      await lookAt(page, 'unseen');
      await page.getByLabel('Text of the note').fill('A note that is being typed');
      await lookAt(page, 'note-typed');
      const refused = await page.context().newPage();
      for (const path of ['/', `/${'x'.repeat(32)}`]) {
        await refused.goto(`${origin}${path}`);
        expect(await refused.locator('html').getAttribute('data-state')).toBe('failed');
        expect(await axeFinds(refused)).toEqual([]);
      }
      await refused.close();
    };
    await visit(['trunk.zip', '--no-open'], walk, { before });
    await visit(['trunk.zip', 'later.zip', '--no-open'], async (page) => {
      await lookAt(page, 'two-models');
      await page.getByLabel('Change from trunk to later').check();
      await ready(page);
      await lookAt(page, 'two-compared');
    });
    const header = 'reference,brand,volume,diameter,projection';
    writeFileSync(join(home.folder, 'own.csv'), `${header}\nR-300,Example,300,11.5,4\n`);
    await visit(['trunk.zip', '--catalogue', 'own.csv', '--no-open'], async (page) => {
      await encloseLeftBreast(page);
      await page.getByLabel('Implant, left breast').selectOption({ index: 1 });
      await lookAt(page, 'own-catalogue');
    });
  });

  test('by the keyboard alone: an angle, a photo and how much of it, a comparison, a picture and paper', async () => {
    await visit(['trunk.zip', 'later.zip', '--no-open'], async (page) => {
      const reach = async (name: string) => {
        await page.getByRole('button', { name }).focus();
        await page.keyboard.press('Enter');
      };
      await page.locator('body').press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('model');
      await reach('Angle');
      for (const key of ['Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowUp', 'Enter'])
        await page.keyboard.press(key);
      expect((await findings(page))[0]).toMatch(/^Angle\d+\.\d ± \d+\.\d° at the second point/);
      await page.getByLabel('Photo colours').focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
      await ready(page);
      expect(await status(page)).toContain('Half of the places moved by less than');
      await page.getByLabel('None', { exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      const photo = page.locator('img.photo');
      await photo.waitFor();
      await page.getByLabel('Model to photo').focus();
      for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
      const opacity = () => photo.evaluate((one) => (one as unknown as { style: { opacity: string } }).style.opacity);
      await expect.poll(opacity).toBe('0.6');
      await page.getByLabel('Over the model').focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(opacity).toBe('1');
      const download = page.waitForEvent('download');
      await reach('Save picture');
      expect(
        readFileSync(await (await download).path())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      await page.evaluate('window.print = () => { window.printed = true; }');
      await reach('Print');
      expect(await page.evaluate('window.printed')).toBe(true);
    });
  });

  test('with letters twice as large and on 320 pixels nothing is lost or cut off', async () => {
    /** The words that are seen, and those of which a part is not: cut off, or beyond the page's edge. */
    const seen = (page: Page) =>
      page.evaluate<{ words: string[]; cut: string[] }>(`(() => {
        const words = [], cut = [];
        for (const one of document.querySelectorAll('.viewer *')) {
          const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
          const isField = one.matches('input, select, button');
          if ((own === '' && !isField) || one.closest('option, legend')) continue;
          if (!one.checkVisibility()) continue;
          const text = own || one.id || one.getAttribute('aria-label') || one.tagName;
          const { left, right, width, height } = one.getBoundingClientRect();
          words.push(text);
          const isCut = width < 2 || height < 2 || left < -1 || right > innerWidth + 1;
          const flows = !one.matches('input, select') && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
          if (isCut || flows) cut.push(text);
        }
        return { words, cut };
      })()`);
    /** Nothing of this state is lost or cut off by large letters or a narrow page, in the light and in the dark. */
    const stayWhole = async (page: Page, state: string) => {
      await pictureAtRest(page);
      /** No word lies over the models, and they have room. */
      const leavesRoom = async () => {
        await pictureAtRest(page);
        const [names, model] = await Promise.all(
          ['.names', 'canvas.model'].map(async (one) => (await page.locator(one).boundingBox())!),
        );
        expect(names!.y + names!.height).toBeLessThanOrEqual(model!.y + 0.5);
        expect(model!.height).toBeGreaterThan(150);
      };
      const wide = await seen(page);
      expect(wide.words.length).toBeGreaterThan(30);
      expect(wide.cut).toEqual([]);
      const large = (letters: string) => page.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
      await large('200%');
      expect(await seen(page)).toEqual(wide);
      await leavesRoom();
      await lookAt(page, `${state}-large-letters`);
      await large('');
      for (const width of [400, 320]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await seen(page), `${width}`).toEqual(wide);
        await leavesRoom();
        await lookAt(page, `${state}-narrow-${width}`);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      await lookAt(page, `${state}-dark`);
      await large('200%');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await seen(page)).toEqual(wide);
    };
    const header = 'reference,brand,volume,diameter,projection';
    writeFileSync(join(home.folder, 'wide.csv'), `${header}\nW-300,Example,300,14.5,3\n`);
    await visit(['trunk.zip', '--catalogue', 'wide.csv', '--no-open'], async (page) => {
      await encloseLeftBreast(page);
      await page.getByLabel('Implant, left breast').selectOption({ index: 1 });
      await pictureAtRest(page);
      await page.getByLabel('Text of the note').fill('a scar');
      await page.getByRole('button', { name: 'Note', exact: true }).click();
      await clickModel(page, 0.79, 0.43);
      expect(await findings(page)).toHaveLength(2);
      await page.getByLabel('Front', { exact: true }).check();
      await page.getByLabel('Beside the model').check();
      await stayWhole(page, 'one');
    });
    const long = 'patient-4711-mammo-before-the-operation_as-it-was-downloaded';
    put(`${long}.zip`, await personArchive({ glb }));
    await visit([`${long}.zip`, 'trunk.zip', '--no-open'], async (page) => {
      await page.getByLabel('Change from ').check();
      await ready(page);
      await stayWhole(page, 'two');
    });
  });
});
