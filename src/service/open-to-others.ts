import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';

/** What other users of the machine may reach, and the line that ends it. */
interface Opening {
  found: string;
  fix: string;
}

/** What of a data folder is open to others, in it too: a backup or a copy may take a file's mode with it. */
export const openToOthers = (dataFolder: string): Promise<Opening | undefined> =>
  firstOpen([dataFolder, join(dataFolder, 'token'), join(dataFolder, 'recon.db')]);

/** The data folder, where it is open itself. Where it is not, nobody reaches a file in it now, whatever its mode. */
export const openFolder = (dataFolder: string): Promise<Opening | undefined> => firstOpen([dataFolder]);

async function firstOpen(paths: readonly string[]): Promise<Opening | undefined> {
  for (const path of paths) {
    const mode = (await stat(path).catch(unlessMissing))?.mode ?? 0;
    if ((mode & 0o077) !== 0) {
      return { found: `other users of this machine may reach ${path}`, fix: shellLine('chmod', 'go=', path) };
    }
  }
  return undefined;
}
