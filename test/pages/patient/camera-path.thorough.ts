import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { pageFiles } from '../../support/page-files.ts';
import {
  agree,
  atStep,
  inviteTo,
  kept,
  measureAndCheck,
  onwards,
  TORSO,
  TORSO_VIEWS,
  visit,
} from '../../support/patient-page.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { shot } from '../../support/shots.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SIZE = [1080, 1440] as const;

/** What a photo shows, small enough to be compared. */
const looksOf = (photo: Buffer | string) => sharp(photo).resize(24, 32, { fit: 'fill' }).greyscale().raw().toBuffer();
const apart = (one: Buffer, other: Buffer) => one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0);

describe.skipIf(!requireTool('chromium'))('with the camera of the page alone', { timeout: 180_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ pagesUrl: await pageFiles(), guesses: { tokens: 1e9, invitations: 1e9 } });
  });
  afterAll(() => service?.close());

  test('from the link to the model that can be turned, each view as the camera sees it', async () => {
    const video = join(tempFolder(), 'camera.mjpeg');
    /** The fake camera shows the frames of a file again and again, and reads it each time that it is turned on. */
    const standBefore = async (view: string) => {
      const frame = await sharp(join(TORSO, `${view}.jpg`))
        .resize(...SIZE, { fit: 'cover' })
        .jpeg()
        .toBuffer();
      await writeFile(`${video}.next`, Buffer.concat([frame, frame, frame]));
      await rename(`${video}.next`, video);
    };
    await standBefore('front');
    const browser = await launchBrowser({
      more: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`],
    });
    try {
      const { id, url } = await inviteTo(service);
      const options = { permissions: ['camera'] };
      await visit(
        browser,
        url,
        async ({ page, complaints }) => {
          await agree(page);
          for (const view of TORSO_VIEWS) {
            await atStep(page, view);
            await standBefore(view);
            await page.getByRole('button', { name: 'Use the camera on this page' }).click();
            await page.getByRole('button', { name: 'Take the photo' }).waitFor();
            const seen = page.locator('.camera video');
            // Without it a phone shows the camera over the whole screen, and no outline.
            expect(await seen.getAttribute('playsinline')).toBe('');
            await page.waitForFunction('document.querySelector(".camera video")?.videoWidth > 0');
            expect(await page.locator('.camera .over').isVisible()).toBe(true);
            await shot(page, `camera ${view}`);
            await page.getByRole('button', { name: 'Take the photo' }).click();
            await page.locator('.told .good').waitFor();
            await onwards(page);
          }
          await measureAndCheck(page);
          await onwards(page);
          await atStep(page, 'sent', 'done');
          expect(await page.getByRole('slider', { name: 'Turn the model' }).isVisible()).toBe(true);
          expect(await kept(page)).toEqual([0, 0]);
          expect(complaints).toEqual([]);
        },
        options,
      );
      const [made] = (await service.patient('GET', `/patients/${id}`)).patient.reconstructions;
      expect(made).toMatchObject({ status: 'has_3d', mesaures: { nipple_to_nipple: 21.5 } });
      const samples = await Promise.all(TORSO_VIEWS.map((view) => looksOf(join(TORSO, `${view}.jpg`))));
      for (const [at, view] of TORSO_VIEWS.entries()) {
        const photo = Buffer.from(await (await fetch(made![view]!)).arrayBuffer());
        const looks = await looksOf(photo);
        const nearest = samples.map((sample) => apart(sample, looks));
        expect([view, nearest.indexOf(Math.min(...nearest))]).toEqual([view, at]);
      }
    } finally {
      await browser.close();
    }
  });
});
