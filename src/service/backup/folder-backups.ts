import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import { takeFileLock } from '../../system/file-lock.ts';
import { makeFolders } from '../../system/make-folders.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import type { BackupPlace, LockedPlace } from './backup-place.ts';

const LOCK = 'backup.lock';
/** Node's own SQLite keeps a journal beside the lock for as long as it is held. */
const OF_LOCK: readonly string[] = [LOCK, `${LOCK}-journal`];

/** Opens a folder to read a backup in it. */
export function readBackupFolder(path: string): BackupPlace {
  const root = resolve(path);
  const pathOf = (name: string) => join(root, ...name.split('/'));
  const named = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw placeError(root, error);
    });
  const put = async (name: string, content: AsyncIterable<Uint8Array>) => {
    const target = pathOf(name);
    const draft = `${target}.tmp`;
    await makePrivateFolder(dirname(target));
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        for await (const bytes of content) await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
    await syncFolder(dirname(target));
  };
  return {
    whereIs: pathOf,
    put: (name, content) => named(put(name, content)),
    get: (name) => createReadStream(pathOf(name), { highWaterMark: 256 * 1024 }),
    async list(folder) {
      const entries = await named(
        readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(unlessMissing) as Promise<
          import('node:fs').Dirent[] | undefined
        >,
      );
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !OF_LOCK.includes(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
    async remove(names) {
      for (const name of names) await named(rm(pathOf(name), { force: true }));
      // A folder that still has something in it stays.
      for (const folder of new Set(names.map((name) => dirname(pathOf(name))))) await removeEmpty(folder, root);
    },
    close: async () => {},
  };
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  if (folder === root || !folder.startsWith(root)) return;
  const left = await readdir(folder).catch(() => ['?']);
  if (left.length > 0) return;
  await rm(folder, { recursive: true, force: true });
  await removeEmpty(dirname(folder), root);
}

/**
 * Opens a folder to make a backup in it, and makes it if it is not there.
 * @throws ReconError `busy` if another backup is being made there
 */
export async function lockBackupFolder(path: string): Promise<LockedPlace> {
  const root = resolve(path);
  let release: (() => void) | undefined;
  let undo: () => Promise<void>;
  try {
    const madeFrom = await makeFolders(root, 0o700);
    const hadLock = existsSync(join(root, LOCK));
    release = await takeFileLock(join(root, LOCK));
    undo = async () => {
      if (!hadLock) await removeLock(root, madeFrom).catch(() => {});
    };
  } catch (error) {
    throw placeError(root, error);
  }
  if (release === undefined) throw new ReconError('busy', `another backup is being made in ${JSON.stringify(root)}`);
  // The kernel keeps the lock as long as the process lives.
  return { ...readBackupFolder(root), requireLock: async () => {}, undo, close: async () => release() };
}

/** Removes the lock, while it is held, and the folders from `madeFrom` on as far as they are empty then. */
async function removeLock(root: string, madeFrom: string | undefined): Promise<void> {
  for (const name of OF_LOCK) await rm(join(root, name), { force: true });
  if (madeFrom === undefined) return;
  for (let folder = root; folder.length >= madeFrom.length; folder = dirname(folder)) await rmdir(folder);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk space of this user is used up',
  EFBIG: 'its disk, or a limit of this user (ulimit -f), takes no file so large',
  SQLITE_FULL: 'the disk is full',
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'its disk can only be read',
  // Of a folder such as /proc.
  ENOENT: 'no folder can be made there',
  EIO: 'the disk fails',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of the path is a file',
  SQLITE_CANTOPEN: 'this user may not read and write there',
};

function placeError(root: string, error: unknown): unknown {
  const why = error instanceof ReconError ? undefined : REASONS[systemErrorCode(error) ?? ''];
  if (why === undefined) return error;
  return new ReconError('storage', `the folder of the backup ${JSON.stringify(root)} cannot be used: ${why}`, {
    cause: error,
  });
}
