import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { launchBrowser } from '../../support/browser.ts';
import { glbOf } from '../../support/glb-maker.ts';
import { requireTool } from '../../support/require-tool.ts';
import { runMain } from '../../support/run-main.ts';
import { PAYLOADS } from '../../support/script-payloads.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { makeZip } from '../../support/zip-maker.ts';
import { sphere } from './phantoms.ts';

const FOREIGN_PARTS = 'script:not([src]), iframe, svg, img:not(.photo), a, [onerror], [onload]';

/** A model that is drawn at once. */
function smallGlb(): Uint8Array {
  const { positions, triangles } = sphere(0.1, 1);
  const binary = new Uint8Array(positions.byteLength + triangles.byteLength);
  binary.set(new Uint8Array(positions.buffer));
  binary.set(new Uint8Array(triangles.buffer), positions.byteLength);
  return glbOf(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' },
        { bufferView: 1, componentType: 5125, count: triangles.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: positions.byteLength },
        { buffer: 0, byteOffset: positions.byteLength, byteLength: triangles.byteLength },
      ],
      buffers: [{ byteLength: binary.byteLength }],
    },
    binary,
  );
}

describe.skipIf(!requireTool('chromium'))('sixty texts full of script in the viewer', { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser({ draws3d: true });
  }, 120_000);
  afterAll(() => browser?.close());

  /** Opens an archive of that name in the viewer of a clinic of that name. */
  async function opened(page: Page, folder: string, name: string, look: () => Promise<void>) {
    const { stand, texts } = standInProcess(['view', join(folder, name), '--no-open'], { HOME: folder });
    const ended = main(stand);
    await expect.poll(() => texts.stdout).toMatch(/^http.*\n/);
    await page.goto(texts.stdout.trim());
    await page.locator('html[data-state="ready"]').waitFor({ timeout: 60_000 });
    await look();
    stand.emit('SIGINT');
    expect(await ended).toBe(0);
  }

  // A quarter at a time: each is an archive, a clinic and a viewer of its own.
  test.each([0, 15, 30, 45])(
    'as names of files and of the clinic, and as warnings, run nothing (from %d)',
    async (first) => {
      const folder = tempFolder();
      const glb = Buffer.from(smallGlb());
      const context = await browser.newContext({ viewport: { width: 400, height: 300 } });
      const page = await context.newPage();
      let ran = 0;
      page.on('dialog', (dialog) => {
        ran++;
        dialog.dismiss().catch(() => {});
      });
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith('http://127.0.0.1:')) foreign.push(request.url());
      });
      for (const [i, payload] of PAYLOADS.slice(first, first + 15).entries()) {
        // A file's name has no slash; this sign looks like one.
        const name = payload.replaceAll('/', '∕');
        const warnings = [0, 1, 2, 3].map((k) => PAYLOADS[(first + i * 4 + k) % PAYLOADS.length]!);
        const report = JSON.stringify({ warnings, views: [], volumes: {} });
        writeFileSync(
          join(folder, `${name}.zip`),
          makeZip([
            { name: 'model.glb', content: glb },
            { name: 'report.json', content: report },
          ]),
        );
        expect((await runMain(['config', 'set', 'clinic', payload], { HOME: folder })).exitCode).toBe(0);
        await opened(page, folder, `${name}.zip`, async () => {
          expect(await page.locator('h1').first().textContent()).toBe(name);
          expect(await page.title()).toBe(`${name} · 3D model`);
          expect(await page.locator('.panel ul li').allTextContents()).toEqual(warnings);
          await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
          expect(await page.locator('.paper .clinic').textContent()).toBe(payload);
          expect(await page.locator('.paper h1').textContent()).toBe(name);
          expect(await page.locator(FOREIGN_PARTS).count(), payload).toBe(0);
        });
      }
      await context.close();
      expect(foreign).toEqual([]);
      expect(ran).toBe(0);
    },
  );
});
