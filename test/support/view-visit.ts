import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ReconHome } from './recon-home.ts';

const AXE = `${axe.source};0`;

/** The width of the panel beside the picture. */
export const PANEL_PX = 336;

/** Turns the model by the keyboard for three seconds, in each frame; gives the frames of a second and their size. */
export const TURN = `(async () => {
  const canvas = document.querySelector('canvas.model');
  const begun = performance.now();
  let frames = 0;
  let drawn = '';
  while (performance.now() - begun < 3000) {
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await new Promise(requestAnimationFrame);
    drawn = canvas.width + ' × ' + canvas.height;
    frames++;
  }
  return { frames: frames / 3, drawn };
})()`;

interface Visit extends BrowserContextOptions {
  /** The state that the page ends in. */
  end?: 'ready' | 'failed';
  /** Before the page is opened. */
  before?(page: Page): Promise<void>;
}

type Walk = (page: Page, origin: string, stop: () => void) => Promise<void>;

/** Runs `recon view`, opens its page as a person would, and ends it by Ctrl-C, which is no failure. */
export function viewVisits({ start }: Pick<ReconHome, 'start'>, browser: Browser) {
  return async (args: string[], walk: Walk, { end = 'ready', before, ...options }: Visit = {}): Promise<void> => {
    const child = start(['view', ...args]);
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      child.then(({ stderr }) => reject(new Error(String(stderr))));
    });
    // The address alone.
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\n$/);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const complaints: string[] = [];
    const requests: string[] = [];
    /** The service's token stays with the command. */
    const tokens: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        requests.push(request.url());
        tokens.push(...[request.headers()['authorization'] ?? []].flat());
      });
      await before?.(page);
      await page.goto(url.trim());
      await page.locator(`html[data-state="${end}"]`).waitFor({ timeout: 60_000 });
      await walk(page, new URL(url).origin, () => child.kill('SIGINT'));
      if (end === 'ready' && !page.isClosed() && !child.killed)
        expect(await page.evaluate("fetch('.').then((one) => one.text())")).not.toMatch(/rcn_/);
    } finally {
      await context.close();
      child.kill('SIGINT');
    }
    expect((await child).exitCode).toBe(0);
    const foreign = requests.filter((one) => !one.startsWith(new URL(url).origin) && !one.startsWith('blob:'));
    expect(foreign).toEqual([]);
    expect(tokens).toEqual([]);
    // The addresses that nobody can guess may hold any letters.
    expect(requests.map((one) => one.replaceAll(/[\w-]{32}/g, '')).join('\n')).not.toMatch(/ana|sample/i);
    expect(
      complaints.filter(
        (text) => !/GPU stall|WebGL|GroupMarkerNotSet|status of 409|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE/i.test(text),
      ),
    ).toEqual([]);
  };
}

/** Nothing is worked out or sent any more. */
export const ready = (page: Page) => page.locator('html[data-state="ready"]').waitFor();

export const status = (page: Page) => page.locator('.status').textContent();
export const findings = (page: Page) => page.locator('.findings li').allTextContents();

export const clickModel = async (page: Page, x: number, y: number) => {
  const box = (await page.locator('canvas.model').boundingBox())!;
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
};

/** The last, fine picture. */
export const pictureAtRest = async (page: Page) => {
  await page.locator('canvas.model[data-picture="still"]').waitFor();
  return await page.locator('canvas.model').screenshot();
};

/** What axe finds, by its rules' names. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate<string[]>('axe.run(document).then((one) => one.violations.map(({ id }) => id))');
}

/** Axe finds nothing; a picture for whoever asks for them by `RECON_SHOTS`. */
export const lookAt = async (page: Page, state: string) => {
  expect(await axeFinds(page), state).toEqual([]);
  const folder = process.env['RECON_SHOTS'];
  if (folder === undefined) return;
  await pictureAtRest(page);
  await page.screenshot({ path: join(folder, `${state}.png`) });
};
