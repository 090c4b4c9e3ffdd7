import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { LIMITS } from './request-limits.ts';

/**
 * What the disk of a data folder has for changes: room for the largest request; less, so that photos may be refused; so
 * little that any change may be; or nothing can be written there.
 */
export type DiskState = 'ok' | 'short' | 'full' | 'not-writable';

export async function diskState(dataFolder: string): Promise<DiskState> {
  const isWritable = await access(dataFolder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return 'not-writable';
  const free = await freeBytes(dataFolder);
  if (free < FULL_BELOW_BYTES) return 'full';
  return free < LIMITS.totalBytes ? 'short' : 'ok';
}

/** True if models have to wait for room on the disk of this folder. */
export const isShortOfRoom = async (dataFolder: string): Promise<boolean> =>
  ['short', 'full'].includes(await diskState(dataFolder));

/** The rest of a disk is left to what was asked for: a few times what a patient's change takes in the database's log. */
const FULL_BELOW_BYTES = 4 * 2 ** 20;

/** True if there is room to spare on the disk of this folder. */
export const hasRoomToSpare = async (folder: string): Promise<boolean> => (await freeBytes(folder)) >= FULL_BELOW_BYTES;

/** Some uploads of 200 MB, and their models: with less, somebody has to make room. */
export const LEAST_ROOM_BYTES = 2 ** 30;

/** Bytes that this user may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
