import { type FileHandle, open } from 'node:fs/promises';
import { openPromise, type ZipFile } from 'yauzl';
import { type Checksums, readChecksums } from './checksums.ts';
import { readDirectoryPlace } from './end-record.ts';
import { type ArchiveEntry, readEntries } from './entries.ts';
import { archiveFailure, refuseArchive } from './refusal.ts';

export interface OpenArchive {
  zip: ZipFile;
  entries: ArchiveEntry[];
  /** Of the archive's own SHA256SUMS. */
  checksums: Checksums;
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
    const handle = await open(path, 'r');
    try {
      return await opened(path, handle, use);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw archiveFailure(error, path);
  }
}

async function opened<Result>(path: string, handle: FileHandle, use: (archive: OpenArchive) => Promise<Result>) {
  const { size } = await handle.stat();
  if (size === 0) throw refuseArchive('it is empty (0 bytes)');
  const place = await readDirectoryPlace(handle, size);
  // Names and sizes are judged by us, so that one place decides and says why.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  // It closes its file by itself, and a failure there would find nobody listening.
  zip.on('error', () => {});
  try {
    const entries = await readEntries(zip, handle, place);
    return await use({ zip, entries, checksums: await readChecksums(zip, entries) });
  } finally {
    zip.close();
  }
}
