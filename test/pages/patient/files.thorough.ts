import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../../src/contract/photo-limits.ts';
import { ALL_WORDS } from '../../../src/service/web/words/words-for.ts';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import { atStep, inviteTo, kept, onwards, TORSO, visit } from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';

const UNREADABLE = `Blob.prototype.arrayBuffer = async () => {
  throw new DOMException('it lies in a cloud', 'NotReadableError');
}`;

const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1');
const film = Buffer.from('\0\0\0\u0014ftypqt  ', 'latin1');
const tooLong = (start: Buffer) => Buffer.concat([start], MAX_PHOTO_BYTES + 1);

describe.skipIf(!requireTool('chromium'))('files that are no photos', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'recon-files-'));
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    const whole = await sharp(join(TORSO, 'front.jpg')).toBuffer();
    const files = {
      ...{ 'IMG_1.heic': heic, 'IMG_2.jpg': heic, 'large.jpg': tooLong(whole), 'letter.pdf': Buffer.from('%PDF-1.7') },
      ...{ 'empty.jpg': Buffer.of(), 'film.mov': film, 'long film.mov': tooLong(film), 'whole.jpg': whole },
      ...{ 'half.jpg': whole.subarray(0, whole.length / 2) },
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    [service, browser] = await Promise.all([
      openService({ pagesUrl: await pageFiles(), guesses: { tokens: 1e9, invitations: 1e9 } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  const give = (page: Page, name: string) => page.locator('input[type=file]').setInputFiles(join(folder, name));

  test.each(ALL_WORDS.map(({ language, page }) => [language, page] as const))(
    'in %s each is told for what it is, and none is kept or sent',
    async (locale, words) => {
      const { url } = await inviteTo(service);
      const texts = {
        'IMG_1.heic': words.refusals.heic,
        // Some phones call a HEIC photo a JPEG.
        'IMG_2.jpg': words.refusals.heic,
        'large.jpg': words.tooLarge.replace('{mb}', String(MAX_PHOTO_BYTES / 1e6)),
        'letter.pdf': words.notAPhoto,
        'empty.jpg': words.notAPhoto,
        'film.mov': words.notAPhoto,
        'long film.mov': words.notAPhoto,
      };
      await visit(
        browser,
        url,
        async ({ page, requests, complaints }) => {
          await atStep(page, 'welcome');
          await page.locator('#agree').check();
          await onwards(page);
          for (const [name, text] of Object.entries(texts)) {
            await atStep(page, 'front');
            await give(page, name);
            await expect.poll(() => page.locator('.told').textContent(), { message: name }).toBe(text);
            // So that the next one has to say it anew.
            await onwards(page);
            await atStep(page, 'left');
            await page.goBack();
          }
          await page.evaluate(UNREADABLE);
          await give(page, 'whole.jpg');
          await page.getByText(words.refusals.damaged).waitFor();
          expect(await kept(page)).toEqual([0, 1]);
          expect(requests.filter((one) => one.endsWith('/photos/front'))).toEqual([]);
          expect(complaints).toEqual([]);
        },
        { locale },
      );
    },
  );

  test('a photo that is cut off in the middle is sent and told as damaged, and is not on the phone any more', async () => {
    const { url } = await inviteTo(service);
    await visit(browser, url, async ({ page }) => {
      await atStep(page, 'welcome');
      await page.locator('#agree').check();
      await onwards(page);
      await atStep(page, 'front');
      await give(page, 'half.jpg');
      await page.getByText('This photo is damaged or not whole.').waitFor();
      expect(await kept(page)).toEqual([0, 1]);
    });
  });
});
