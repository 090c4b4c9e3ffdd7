import { statfs } from 'node:fs/promises';
import { ReconError, systemErrorCode } from '../errors.ts';
import { shown } from './shown.ts';

/** An error of the disk under `path`, in words. */
export function diskFailure(path: string, error: unknown): ReconError {
  const code = systemErrorCode(error) ?? 'unknown error';
  return new ReconError('storage', `${shown(path)} cannot be written: ${WHY[code] ?? code}`, {
    hint: 'choose another place, or make room there, and run the command again',
    cause: error,
  });
}

/** Runs work on the disk; its failures come out in words. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReconError || systemErrorCode(error) === undefined) throw error;
    throw diskFailure(path, error);
  }
}

/** Throws `storage` if the disk of `folder` has no room for so many bytes. `needs`, `place`: words of the message. */
export async function refuseFullDisk(folder: string, bytes: number, needs: string, place: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  const [megabytes, left] = [Math.ceil(bytes / 1e6), Math.floor((bavail * bsize) / 1e6)];
  throw new ReconError('storage', `the archive ${needs} ${megabytes} MB and ${place} has ${left} MB left`, {
    hint: 'free some disk space and run the command again',
  });
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};
