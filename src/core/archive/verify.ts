import { Writable } from 'node:stream';
import { isFile } from './entries.ts';
import { withArchive } from './open-archive.ts';
import { unpackEntry } from './unpack-entry.ts';

/** Throws `unsafe_archive` unless the list of files is sound and every file in it unpacks to its checksums. */
export async function verifyArchive(zipPath: string, signal?: AbortSignal): Promise<void> {
  await withArchive(zipPath, async ({ zip, entries, checksums }) => {
    for (const file of entries.filter(isFile)) {
      await unpackEntry(zip, file, nowhere(), { sha256: checksums.get(file.name), signal });
    }
  }).catch((error) => {
    throw signal?.aborted ? signal.reason : error;
  });
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
