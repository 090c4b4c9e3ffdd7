import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { isFileId, newFileId } from './blob-store.ts';
import { isOlder } from './file-age.ts';

/** The temporary files of this process. They lie in its own data folder, wherever the store keeps its files. */
export interface Incoming {
  /** A new path for a file that is being received or made. */
  newPath(): string;
  /** Removes files, also parts that a failure left. */
  drop(paths: readonly string[]): Promise<void>;
  /** Removes files that were last written before `before` (ms since the epoch). */
  dropOlderThan(before: number): Promise<void>;
}

export async function openIncoming(dataFolder: string): Promise<Incoming> {
  const folder = join(dataFolder, 'incoming');
  await makePrivateFolder(folder);
  return {
    newPath: () => join(folder, newFileId()),
    async drop(paths) {
      for (const path of paths) await rm(path, { force: true });
    },
    async dropOlderThan(before) {
      for (const name of (await readdir(folder)).filter(isFileId)) {
        const path = join(folder, name);
        if (await isOlder(path, before)) await rm(path, { force: true });
      }
    },
  };
}
