import { tmpdir } from 'node:os';
import { ReconError } from '../../errors.ts';
import { freeBytes } from '../disk-state.ts';
import { isNoRoom } from '../storage/disk-errors.ts';

/** What is written into a folder, and what is free on its disk before. */
export interface Room {
  /** With its kind, such as `the data folder "clinic"`. */
  folder: string;
  free: number;
  /** Bytes of the files; 0 where they lie elsewhere. The records come on top. */
  files: number;
  hint: string;
}

export const roomIn = async (path: string, files: number): Promise<Room> => ({
  folder: `the data folder ${JSON.stringify(path)}`,
  free: await freeBytes(path),
  files,
  hint: 'make room on its disk, or give a folder on another disk with --data',
});

/** Of the folder for temporary files. */
export const temporaryRoom = async (): Promise<Room> => ({
  folder: `the folder for temporary files ${JSON.stringify(tmpdir())}`,
  free: await freeBytes(tmpdir()),
  files: 0,
  hint: 'make room on its disk, or name a folder on another disk in TMPDIR',
});

/** @throws ReconError `storage` if not even the files have room */
export function requireRoom(room: Room): void {
  if (room.files > room.free) throw tooSmall(room);
}

/** For `catch`, once what was written is gone: a disk that became full is told with its folder. */
export const unlessNoRoom = (error: unknown, room: Room): unknown => (isNoRoom(error) ? tooSmall(room, error) : error);

function tooSmall({ folder, free, files, hint }: Room, cause?: unknown): ReconError {
  const needed = files === 0 ? 'more is needed' : `the files need ${megabytes(files)} MB, and the records some more`;
  return new ReconError('storage', `${folder} has no room for this backup`, {
    details: [`${megabytes(free)} MB were free; ${needed}`, 'Nothing of it was left there.'],
    hint,
    cause,
  });
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
