import { open } from 'node:fs/promises';
import { openPromise, type ZipFile } from 'yauzl';
import { readDirectoryPlace } from './end-record.ts';
import { type ArchiveEntry, readEntries } from './entries.ts';
import { archiveFailure, refuseArchive } from './refusal.ts';

export interface OpenArchive {
  zip: ZipFile;
  entries: ArchiveEntry[];
}

/**
 * Opens an archive whose list of files passed every check, and hands it to `use`. Every fault of the
 * archive comes out as `unsafe_archive`, every fault of the disk as `storage`.
 */
export async function withArchive<Result>(
  path: string,
  use: (archive: OpenArchive) => Promise<Result>,
): Promise<Result> {
  try {
    const place = await directoryPlace(path);
    // Names and sizes are judged by us, so that one place decides and says why.
    const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
    try {
      return await use({ zip, entries: await readEntries(zip, place) });
    } finally {
      zip.close();
    }
  } catch (error) {
    throw archiveFailure(error, path);
  }
}

async function directoryPlace(path: string) {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw refuseArchive('it is empty (0 bytes)');
    return await readDirectoryPlace(handle, size);
  } finally {
    await handle.close();
  }
}
