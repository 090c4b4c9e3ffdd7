import { statfs } from 'node:fs/promises';
import { ReconError, systemErrorCode } from '../errors.ts';
import { diskWords } from '../system/disk-words.ts';
import { shown } from './shown.ts';

/** An error of the disk under `path`, in words. */
export function diskFailure(path: string, error: unknown): ReconError {
  return new ReconError('storage', `${shown(path)} cannot be written: ${diskWords(error)}`, {
    hint: `choose another place${isOfRoom(error) ? ', or make room there,' : ''} and run the command again`,
    cause: error,
  });
}

const isOfRoom = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(error) ?? '');

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
