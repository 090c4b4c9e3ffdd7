import { chmod, type FileHandle, link, open, stat, unlink } from 'node:fs/promises';
import { ReconError, systemErrorCode } from '../errors.ts';
import { letsOthersRead } from '../system/lets-others-read.ts';
import { NO_LINK, READ_NOW } from '../system/open-flags.ts';
import { makePrivateFolder } from '../system/private-folder.ts';

/** Makes the folder, and closes one that is open to others. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await makePrivateFolder(folder);
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** A larger file is none of ours. */
const MAX_BYTES = 1_000_000;

/**
 * The text of a regular file; undefined if there is none. Never waits for a pipe. A secret file must be no symbolic link
 * and belong to this user; it is closed to others if it is open.
 */
export async function readIfThere(path: string, secret: boolean): Promise<string | undefined> {
  const file = await openIfThere(path, secret);
  if (file === undefined) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new ReconError('storage', `${path} is not a regular file`, { hint: `look at ${path}` });
    if (facts.size > MAX_BYTES) {
      throw new ReconError('storage', `${path} is ${facts.size} bytes large, too large to be a file of recon`);
    }
    if (secret) await closeToOthers(file, path);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** True if others on this machine may read the file. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && letsOthersRead(facts);
}

/** Keeps a file under a name that is still free (`.bad`, `.bad2`, …) and returns that name. */
export async function moveAside(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const aside = `${path}.bad${count === 1 ? '' : count}`;
    try {
      await link(path, aside);
      await unlink(path);
      return aside;
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** A failure of the file system as one sentence with a next step; any other error is returned unchanged. */
export function storageError(error: unknown, doing: string): unknown {
  const code = systemErrorCode(error);
  if (error instanceof ReconError || code === undefined) return error;
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    EACCES: ['permission denied', 'check who owns the folder'],
    EPERM: ['permission denied', 'check who owns the folder'],
    EROFS: ['the file system is read-only', 'set XDG_CONFIG_HOME to a folder that can be written'],
    ENOSPC: ['the disk is full', 'make room, then repeat this'],
    EDQUOT: ['the disk quota is used up', 'make room, then repeat this'],
    ENOTDIR: ['a part of the path is not a folder', 'move that file away'],
    EIO: ['the disk reports an error', 'look at the disk, then repeat this'],
    // SQLite's codes come from the lock of the folder.
    SQLITE_FULL: ['the disk is full', 'make room, then repeat this'],
    SQLITE_CANTOPEN: ['its lock cannot be opened', 'check who owns the folder'],
    SQLITE_IOERR_WRITE: ['the disk reports an error', 'look at the disk, then repeat this'],
  };
  const [reason, hint] = reasons[code] ?? [code, 'look at that path'];
  return new ReconError('storage', `cannot ${doing}: ${reason}`, { hint, cause: error });
}

async function openIfThere(path: string, secret: boolean): Promise<FileHandle | undefined> {
  try {
    return await open(path, secret ? READ_NOW | NO_LINK : READ_NOW);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    if (secret && systemErrorCode(error) === 'ELOOP') {
      throw new ReconError('storage', `${path} is a symbolic link, and a secret is not read through one`, {
        hint: 'put the file itself there',
      });
    }
    throw error;
  }
}

async function closeToOthers(file: FileHandle, path: string): Promise<void> {
  const { uid, mode } = await file.stat();
  if (typeof process.getuid !== 'function') return;
  if (uid !== process.getuid()) {
    throw new ReconError('storage', `${path} belongs to another user of this machine`, {
      hint: { command: ['login'] },
    });
  }
  if ((mode & 0o077) !== 0) await file.chmod(0o600);
}
