import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { openPromise, type ZipFile } from 'yauzl';
import { type Checksums, readChecksums } from './checksums.ts';
import { readDirectoryPlace } from './end-record.ts';
import { type ArchiveEntry, isFile, readEntries } from './entries.ts';
import { archiveFailure, refuseArchive } from './refusal.ts';
import { unpackEntry } from './unpack-entry.ts';

export interface OpenArchive {
  zip: ZipFile;
  entries: ArchiveEntry[];
  /** The checksums in the archive's own SHA256SUMS. */
  checksums: Checksums;
}

/**
 * Opens an archive whose list of files passes every check, and passes it to `use`. A fault of the archive is thrown as
 * `unsafe_archive`, a fault of the disk as `storage`.
 */
export async function withArchive<T>(path: string, use: (archive: OpenArchive) => Promise<T>): Promise<T> {
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

/** Throws `unsafe_archive` unless the list of files is sound and every file in it unpacks to its checksums. */
export async function verifyArchive(path: string, signal?: AbortSignal): Promise<void> {
  await withArchive(path, async ({ zip, entries, checksums }) => {
    for (const file of entries.filter(isFile)) {
      await unpackEntry(zip, file, nowhere(), { sha256: checksums.get(file.name), signal });
    }
  }).catch((error) => {
    throw signal?.aborted ? signal.reason : error;
  });
}

/** The paths of the files in an archive. */
export const filesIn = (path: string): Promise<string[]> =>
  withArchive(path, async ({ entries }) => entries.filter(isFile).map(({ name }) => name));

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function opened<T>(path: string, handle: FileHandle, use: (archive: OpenArchive) => Promise<T>) {
  const { size } = await handle.stat();
  if (size === 0) throw refuseArchive('it is empty (0 bytes)');
  const place = await readDirectoryPlace(handle, size);
  // Our own code checks names and sizes, so that one place decides and gives the reason.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false });
  // yauzl closes its file by itself; without a listener a failure there would end the process.
  zip.on('error', () => {});
  try {
    const entries = await readEntries(zip, handle, place);
    return await use({ zip, entries, checksums: await readChecksums(zip, entries) });
  } finally {
    zip.close();
  }
}
