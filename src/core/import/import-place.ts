import { realpath } from 'node:fs/promises';
import { withLock } from '../../system/lock.ts';
import { makeScratch } from '../scratch.ts';
import { shown } from '../shown.ts';

export interface ImportPlace {
  /** Of the list, real. */
  path: string;
  /** A private folder for as long as the import runs. */
  scratch: string;
}

/** One import of a list at a time. @throws ReconError `storage` that names the process which is at it */
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
