import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../system/durable-file.ts';

const pathOf = (dataFolder: string) => join(dataFolder, 'damaged');

/** Leaves a note that the database was found damaged, for the next start. */
export async function markSuspect(dataFolder: string): Promise<void> {
  await writeFile(pathOf(dataFolder), 'recon.db was found damaged: the next start reads it to its end\n', {
    mode: 0o600,
  });
  await syncFolder(dataFolder);
}

/** True if the database was found damaged; another one may lie there now. */
export const isSuspect = (dataFolder: string): Promise<boolean> =>
  access(pathOf(dataFolder)).then(
    () => true,
    () => false,
  );

export const clearSuspect = (dataFolder: string) => rm(pathOf(dataFolder), { force: true });
