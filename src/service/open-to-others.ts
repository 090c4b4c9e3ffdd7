import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';

/** What of a data folder other users of the machine may reach, and the line that ends it; undefined if nothing. */
export async function openToOthers(dataFolder: string): Promise<{ found: string; fix: string } | undefined> {
  for (const path of [dataFolder, join(dataFolder, 'token'), join(dataFolder, 'recon.db')]) {
    const mode = (await stat(path).catch(unlessMissing))?.mode ?? 0;
    if ((mode & 0o077) !== 0) {
      return { found: `other users of this machine may reach ${path}`, fix: shellLine('chmod', 'go=', path) };
    }
  }
  return undefined;
}
