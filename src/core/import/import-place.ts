import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isHeld, withLock } from '../../system/lock.ts';
import { beforeRequests, OTHER_PLACE } from '../disk-failure.ts';
import { makeScratch } from '../scratch.ts';
import { shown } from '../shown.ts';

export interface ImportPlace {
  /** The real path of the list. */
  path: string;
  /** A private folder that exists while the import runs. */
  scratch: string;
}

/**
 * Allows one import of a list at a time.
 * @throws ReconError `storage` that names the process which runs the other one
 */
export async function inImportPlace<T>(
  path: string,
  scratchFolder: string,
  work: (place: ImportPlace) => Promise<T>,
): Promise<T> {
  const place = await realpath(path);
  return await withLock(lockOf(place), `the import of ${shown(path)}`, async () => {
    const scratch = await beforeRequests(() => makeScratch(scratchFolder, 'photos'), otherPlace(scratchFolder));
    try {
      return await work({ path: place, scratch: scratch.path });
    } finally {
      await scratch.remove();
    }
  });
}

/** Whether a running recon imports or watches the list at this real path. */
export const isImported = (place: string): Promise<boolean> => isHeld(lockOf(place));

const lockOf = (place: string) => `import:${place}`;

/** In a new place nothing is known of the rows that were sent before. A dry run leaves nothing behind. */
export const otherPlace = (scratchFolder: string): string =>
  scratchFolder === tmpdir()
    ? `name another folder (${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'}=FOLDER before the command)`
    : `for a list that was never begun here, ${OTHER_PLACE}`;
