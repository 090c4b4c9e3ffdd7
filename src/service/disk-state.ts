import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { LIMITS } from './request-limits.ts';

/**
 * What the disk of a data folder has for changes: room for the largest request; less, so that photos may be refused; or
 * nothing can be written there.
 */
export type DiskState = 'ok' | 'short' | 'not-writable';

export async function diskState(dataFolder: string): Promise<DiskState> {
  const isWritable = await access(dataFolder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return 'not-writable';
  return (await freeBytes(dataFolder)) < LIMITS.totalBytes ? 'short' : 'ok';
}

/** Some uploads of 200 MB, and their models: with less, somebody has to make room. */
export const LEAST_ROOM_BYTES = 2 ** 30;

/** Bytes that this user may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
