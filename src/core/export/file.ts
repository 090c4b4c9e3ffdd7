import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../system/durable-file.ts';
import { replaceFile } from '../../system/replace-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { writeWhole } from '../archive/write-whole.ts';
import { onDisk } from '../disk-failure.ts';

export interface FileFacts {
  sizeBytes: number;
  /** SHA-256, hex. */
  sha256: string;
}

/**
 * A text that is written piece by piece beside its final place and moved there when it is whole. Fails with `storage`.
 */
export interface GrowingFile {
  write(text: string): Promise<void>;
  /** Empties the file. */
  restart(): Promise<void>;
  /** Syncs the file and moves it to its name, replacing an earlier one. */
  keep(): Promise<FileFacts>;
  /** Removes the file; after `keep` it does nothing. */
  discard(): Promise<void>;
}

/** Makes the file readable for its owner alone. A file that a killed run left in its place is removed. */
export async function openGrowingFile(target: string): Promise<GrowingFile> {
  const path = `${target}.part`;
  const handle = await onDisk(target, async () => {
    await rm(path, { force: true });
    return open(path, 'wx', 0o600);
  });
  let hash = createHash('sha256');
  let sizeBytes = 0;
  let isKept = false;
  return {
    write: (text) =>
      onDisk(target, async () => {
        const bytes = Buffer.from(text);
        await writeWhole(handle, bytes, sizeBytes);
        hash.update(bytes);
        sizeBytes += bytes.length;
      }),
    restart: () =>
      onDisk(target, async () => {
        await handle.truncate(0);
        hash = createHash('sha256');
        sizeBytes = 0;
      }),
    keep: () =>
      onDisk(target, async () => {
        await handle.sync();
        await rename(path, target);
        isKept = true;
        await syncFolder(dirname(target));
        return { sizeBytes, sha256: hash.copy().digest('hex') };
      }),
    discard: async () => {
      await handle.close().catch(() => {});
      if (!isKept) await rm(path, { force: true }).catch(() => {});
    },
  };
}

/** Writes a whole text, replacing an earlier file. Fails with `storage`. */
export async function writeExportFile(target: string, text: string): Promise<FileFacts> {
  await onDisk(target, () => replaceFile(target, text, `${target}.part`));
  return { sizeBytes: Buffer.byteLength(text), sha256: sha256Of(text) };
}
