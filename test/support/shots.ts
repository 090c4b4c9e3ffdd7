import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A picture of the whole page, for whoever wants to look at it: RECON_SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['RECON_SHOTS'];
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`), fullPage: true });
}
