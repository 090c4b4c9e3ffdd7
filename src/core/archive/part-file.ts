import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { diskFailure } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import { syncFolder } from './sync-folder.ts';
import { writeWhole } from './write-whole.ts';

/** What was written to the file so far. */
export interface Written {
  sizeBytes: number;
  /** Hex, of everything written. */
  sha256: string;
}

/** `NAME.zip.part`: where a download grows until it has passed every check. Every failure of it is `storage`. */
export interface PartFile {
  path: string;
  /** Empties it, for a fresh attempt. */
  restart(): Promise<void>;
  write(chunk: Uint8Array): Promise<void>;
  written(): Written;
  /** Onto the disk, and under its real name; an existing file is replaced only where that is wanted. */
  keep(options: { replace: boolean }): Promise<void>;
  /** Closes and removes it; after `keep` it only closes. */
  discard(): Promise<void>;
}

/** Opens the part file of `target`. One that an interrupted run left behind is begun anew. */
export async function openPartFile(target: string): Promise<PartFile> {
  const path = `${target}.part`;
  const handle = await onDisk(target, () => openFresh(path));
  let hash = createHash('sha256');
  let sizeBytes = 0;
  let kept = false;
  return {
    path,
    restart: () =>
      onDisk(target, async () => {
        hash = createHash('sha256');
        sizeBytes = 0;
        await handle.truncate(0);
      }),
    write: (chunk) =>
      onDisk(target, async () => {
        await writeWhole(handle, chunk, sizeBytes);
        hash.update(chunk);
        sizeBytes += chunk.length;
      }),
    written: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }),
    keep: ({ replace }) =>
      onDisk(target, async () => {
        await handle.sync();
        await refuseStranger(handle, path);
        await (replace ? rename(path, target) : moveWithoutReplacing(path, target));
        kept = true;
        await syncFolder(dirname(target));
      }),
    discard: async () => {
      // What a second download has put there since is that one's to remove.
      const isOurs = !kept && (await isSameFile(handle, path).catch(() => false));
      await handle.close().catch(() => {});
      if (isOurs) await rm(path, { force: true }).catch(() => {});
    },
  };
}

/** Throws `storage` where `bytes` more do not fit. */
export async function refuseWhereNoRoom(target: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await onDisk(target, () => statfs(dirname(target)));
  if (bytes <= bavail * bsize) return;
  const [needed, left] = [bytes, bavail * bsize].map((size) => Math.ceil(size / 1e6));
  throw new ReconError('storage', `the archive is ${needed} MB and the disk of ${shown(target)} has ${left} MB left`, {
    hint: 'free some disk space and run the command again',
  });
}

export function existsAlready(target: string): ReconError {
  return new ReconError('usage', `${shown(target)} exists already`, { hint: '--force to replace it, or --to FILE' });
}

async function onDisk<Result>(target: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof ReconError ? error : diskFailure(target, error);
  }
}

async function openFresh(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  return open(path, flags, 0o600);
}

/** A second download to the same name may have taken the part file over. */
async function refuseStranger(handle: FileHandle, path: string): Promise<void> {
  if (await isSameFile(handle, path)) return;
  throw new ReconError('storage', `${shown(path)} was taken over by another run`, {
    hint: 'the command again when the other one has ended',
  });
}

async function isSameFile(handle: FileHandle, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([handle.stat(), lstat(path).catch(() => undefined)]);
  return there?.ino === ours.ino && there.dev === ours.dev;
}

/** A link fails where the name is taken, a rename would replace it. */
async function moveWithoutReplacing(from: string, target: string): Promise<void> {
  try {
    await link(from, target);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw existsAlready(target);
    // Some file systems know no links (memory cards): look, then rename.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw existsAlready(target);
    return rename(from, target);
  }
  await rm(from);
}
