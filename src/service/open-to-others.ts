import { stat } from 'node:fs/promises';
import { unlessMissing } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';

/**
 * Whether other users of the machine may reach a data folder, and the line that ends it; undefined if not. In a folder
 * that they may not enter, no file is open to them, whatever its own mode.
 */
export async function openToOthers(dataFolder: string): Promise<{ found: string; fix: string } | undefined> {
  const mode = (await stat(dataFolder).catch(unlessMissing))?.mode ?? 0;
  if ((mode & 0o077) === 0) return undefined;
  return {
    found: `other users of this machine may reach ${dataFolder}`,
    fix: shellLine('chmod', 'go=', dataFolder),
  };
}
