import type { BlobStore } from '../storage/blob-store.ts';
import { DamagedSource, verifiedBytes } from './damaged-source.ts';
import { eachInParallel } from './each-in-parallel.ts';
import { fileName, type NamedFile } from './named-files.ts';
import type { Backup } from './open-backup.ts';

const PARALLEL = 4;

interface Copying {
  backup: Backup;
  blobs: BlobStore;
  /** The names of the files that the backup has. */
  there: Set<string>;
  /** Gets the names of those that are put there. */
  added: string[];
  copied: { count: number; bytes: number };
  signal: AbortSignal;
}

/** A file never changes once it has its id, so one that is in the backup is not read again. */
export async function copyFiles(
  { backup, blobs, there, added, copied, signal }: Copying,
  files: AsyncIterable<NamedFile>,
) {
  const total = { count: 0, bytes: 0 };
  let photos = 0;
  const missing: string[] = [];
  await eachInParallel(files, PARALLEL, async ({ id, sha256, sizeBytes, isPhoto }) => {
    signal.throwIfAborted();
    const name = fileName(id);
    if (!there.has(name)) {
      added.push(name);
      try {
        await backup.put(
          name,
          verifiedBytes(() => blobs.open(id), sha256),
        );
      } catch (error) {
        if (!(error instanceof DamagedSource)) throw error;
        missing.push(id);
        return;
      }
      there.add(name);
      copied.count++;
      copied.bytes += sizeBytes;
    }
    total.count++;
    total.bytes += sizeBytes;
    if (isPhoto) photos++;
  });
  return { total, photos, missing };
}
