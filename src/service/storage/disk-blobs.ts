import { createReadStream } from 'node:fs';
import { access, copyFile, link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { syncFile, syncFolder } from '../../system/durable-file.ts';
import { makeFolders } from '../../system/make-folders.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { sha256Of } from '../../system/sha256.ts';
import { type BlobStore, isFileId, requireFileId } from './blob-store.ts';
import { isOlder } from './file-age.ts';
import type { Incoming } from './incoming.ts';
import { openQuarantine, quarantineOf } from './quarantine.ts';
import { waitForAll } from './wait-for-all.ts';

/** What only files on a disk have. The sweep uses it: a person may have put files there, or taken some away. */
export interface FilesOnDisk {
  /** The ids on disk that begin with this part; see `PARTS`. */
  list(part: string): Promise<string[]>;
  /** Those of the files that were last written before `before` (ms since the epoch). */
  olderThan(ids: readonly string[], before: number): Promise<string[]>;
  /** The returned function moves files, under their own names, into one new dated folder of the quarantine. */
  quarantine(): (ids: readonly string[]) => Promise<void>;
  /** The number of files in the quarantine, and its folder. */
  quarantined(): Promise<{ folder: string; count: number }>;
}

/** The names of the subfolders: each has the files whose ids begin so. */
export const PARTS: readonly string[] = Array.from({ length: 256 }, (_, part) => part.toString(16).padStart(2, '0'));

/** The ids of the files in one subfolder of a data folder; none if it is not there. */
export async function listFiles(dataFolder: string, part: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, 'files', part), { withFileTypes: true }).catch(unlessMissing);
  const isOwn = (name: string) => isFileId(name) && name.startsWith(part);
  return (entries ?? []).filter((entry) => entry.isFile() && isOwn(entry.name)).map(({ name }) => name);
}

/** Where a data folder has a file. */
export const filePath = (dataFolder: string, id: string): string =>
  join(dataFolder, 'files', requireFileId(id).slice(0, 2), id);

/** The store in the folder `files`; `incoming` is on the same file system, so a received file is moved. */
export async function openDiskBlobs(dataFolder: string, incoming: Incoming): Promise<BlobStore & FilesOnDisk> {
  const root = join(dataFolder, 'files');
  await makePrivateFolder(root);
  await syncFolder(dataFolder);

  const pathOf = (id: string) => filePath(dataFolder, id);

  async function settle(id: string, place: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(id);
    const made = await makeFolders(dirname(path), 0o700);
    await place(path);
    await syncFolder(dirname(path));
    if (made !== undefined) await syncFolder(root);
  }

  async function keep(id: string, tempPath: string): Promise<void> {
    await syncFile(tempPath);
    await settle(id, (path) => rename(tempPath, path));
  }

  return {
    keep,
    read: (id) => readFile(pathOf(id)),
    open: (id, range) => createReadStream(pathOf(id), range),
    async fetchFile(id) {
      const path = pathOf(id);
      await access(path);
      return { path, release: async () => {} };
    },
    async write(id, bytes) {
      const temp = incoming.newPath();
      try {
        await writeFile(temp, bytes, { mode: 0o600 });
        await keep(id, temp);
      } catch (error) {
        // On a full disk, what was written of it would take the room that is left.
        await incoming.drop([temp]);
        throw error;
      }
      return { sha256: sha256Of(bytes), sizeBytes: bytes.byteLength };
    },
    async copy(id, from) {
      // A file never changes once it has its id, so a second link to it is as good as a copy.
      await settle(id, (path) => link(pathOf(from), path).catch(() => copyDurably(pathOf(from), path)));
    },
    async remove(ids) {
      await waitForAll(ids.map((id) => rm(pathOf(id), { force: true })));
    },
    async findMissing(ids) {
      const missing: string[] = [];
      for (const id of ids) if ((await stat(pathOf(id)).catch(unlessMissing)) === undefined) missing.push(id);
      return missing;
    },
    list: (part) => listFiles(dataFolder, part),
    async olderThan(ids, before) {
      const old: string[] = [];
      for (const id of ids) if (await isOlder(pathOf(id), before)) old.push(id);
      return old;
    },
    quarantine() {
      const move = openQuarantine(dataFolder);
      return (ids) => move(ids.map(pathOf));
    },
    quarantined: () => quarantineOf(dataFolder),
  };
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await syncFile(to);
}
