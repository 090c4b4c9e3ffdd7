import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { unlessMissing } from '../../errors.ts';
import { syncFile, syncFolder } from '../../system/durable-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { moveToQuarantine, quarantineOf } from './quarantine.ts';

export interface FileFacts {
  sizeBytes: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
}

/**
 * Files by random id. When a method returns, its result survives a power cut. Ids for new files come from `newFileIds`,
 * which records them first.
 */
export interface BlobStore {
  write(id: string, bytes: Uint8Array): Promise<FileFacts>;
  /** Takes over a finished file made at `newTempPath()`. */
  keep(id: string, tempPath: string): Promise<void>;
  /** Stores the same bytes under another id, so that each id has one owner. */
  copy(id: string, from: string): Promise<void>;
  read(id: string): Promise<Buffer>;
  /** `end` is inclusive, as in a Range header. */
  open(id: string, range?: { start: number; end: number }): Readable;
  path(id: string): string;
  /** A missing file is no error; a file that cannot be removed does not stop the removal of the others. */
  remove(ids: readonly string[]): Promise<void>;
  /** Moves files, under their own names, into a new dated folder of the quarantine. */
  quarantine(ids: readonly string[]): Promise<void>;
  /** The number of files in the quarantine, and its folder. */
  quarantined(): Promise<{ folder: string; count: number }>;
  /** A new path for a body that is being received; on the same file system as the blobs. */
  newTempPath(): string;
  /** Removes bodies that were being received, also parts that a failure left. */
  dropTemps(paths: readonly string[]): Promise<void>;
  /** The ids on disk that were last written before `before` (ms since the epoch). */
  listOlderThan(before: number): Promise<string[]>;
  /** Removes received bodies that were last written before `before`. */
  dropTempsOlderThan(before: number): Promise<void>;
}

const ID = /^[0-9a-f]{32}$/;

export const newFileId = () => randomBytes(16).toString('hex');

/** The ids of all files in a data folder; none if it has no `files`. */
export async function listFiles(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing);
  return (entries ?? []).filter((entry) => entry.isFile() && ID.test(entry.name)).map(({ name }) => name);
}

export async function openBlobs(dataFolder: string): Promise<BlobStore> {
  const root = join(dataFolder, 'files');
  const incoming = join(dataFolder, 'incoming');
  for (const folder of [root, incoming]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dataFolder);

  const newTempPath = () => join(incoming, newFileId());
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new TypeError('not a file id');
    return join(root, id.slice(0, 2), id);
  };

  async function settle(id: string, place: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(id);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await place(path);
    await syncFolder(dirname(path));
    if (made !== undefined) await syncFolder(root);
  }

  async function keep(id: string, tempPath: string): Promise<void> {
    await syncFile(tempPath);
    await settle(id, (path) => rename(tempPath, path));
  }

  return {
    newTempPath,
    keep,
    path: pathOf,
    read: (id) => readFile(pathOf(id)),
    open: (id, range) => createReadStream(pathOf(id), range),
    async write(id, bytes) {
      const temp = newTempPath();
      try {
        await writeFile(temp, bytes, { mode: 0o600 });
        await keep(id, temp);
      } catch (error) {
        // On a full disk, what was written of it would take the room that is left.
        await rm(temp, { force: true });
        throw error;
      }
      return { sha256: sha256Of(bytes), sizeBytes: bytes.byteLength };
    },
    async copy(id, from) {
      // A file never changes once it has its id, so a second link to it is as good as a copy.
      await settle(id, (path) => link(pathOf(from), path).catch(() => copyDurably(pathOf(from), path)));
    },
    quarantine: (ids) => moveToQuarantine(dataFolder, ids.map(pathOf)),
    quarantined: () => quarantineOf(dataFolder),
    async remove(ids) {
      const removals = await Promise.allSettled(ids.map((id) => rm(pathOf(id), { force: true })));
      for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
    },
    async dropTemps(paths) {
      for (const path of paths) await rm(path, { force: true });
    },
    async listOlderThan(before) {
      const old: string[] = [];
      for (const id of await listFiles(dataFolder)) if (await isOlder(pathOf(id), before)) old.push(id);
      return old;
    },
    async dropTempsOlderThan(before) {
      for (const name of (await readdir(incoming)).filter((one) => ID.test(one))) {
        const path = join(incoming, name);
        if (await isOlder(path, before)) await rm(path, { force: true });
      }
    },
  };
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await syncFile(to);
}

/** Compares the last change of name or content; a file that has just disappeared is not old. */
async function isOlder(path: string, before: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.ctimeMs < before;
}
