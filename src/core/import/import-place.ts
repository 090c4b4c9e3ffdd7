import { realpath } from 'node:fs/promises';
import { withLock } from '../../system/lock.ts';
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
  return await withLock(`import:${place}`, `the import of ${shown(path)}`, async () => {
    const scratch = await makeScratch(scratchFolder, 'photos');
    try {
      return await work({ path: place, scratch: scratch.path });
    } finally {
      await scratch.remove();
    }
  });
}
