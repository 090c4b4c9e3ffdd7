import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { nearestFolder } from '../../system/private-folder.ts';
import { freeBytes } from '../disk-state.ts';
import { isNoRoom } from '../storage/disk-errors.ts';

/** What is written into a folder, and what is free on its disk before. */
export interface Room {
  /** With its kind, such as `the data folder "clinic"`. */
  folder: string;
  free: number;
  /** Bytes of the files; 0 where they lie elsewhere. The records come on top. */
  files: number;
  /** About those of the records, where that is known. */
  records?: number;
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

/** Of a folder for a backup, which may not be there yet; undefined where its disk does not tell what is free. */
export async function backupRoom(path: string): Promise<Room | undefined> {
  const root = resolve(path);
  const free = await nearestFolder(root)
    .then(freeBytes)
    .catch(() => undefined);
  if (free === undefined) return undefined;
  const hint = 'make room on its disk, or give a folder on another disk';
  return { folder: `the folder of the backup ${JSON.stringify(root)}`, free, files: 0, hint };
}

/** @throws ReconError `storage` if not even the files have room */
export function requireRoom(room: Room): void {
  if (room.files > room.free) throw tooSmall(room);
}

/** For `catch`, once what was written is gone: a disk that became full is told with its folder. */
export const unlessNoRoom = (error: unknown, room: Room): unknown => (isNoRoom(error) ? tooSmall(room, error) : error);

function tooSmall(room: Room, cause?: unknown): ReconError {
  const { folder, hint } = room;
  return new ReconError('storage', `${folder} has no room for this backup`, { details: roomLines(room), hint, cause });
}

/** What was free and what is needed, once what was written is gone. */
export const roomLines = (room: Room): string[] => [
  `${byteSizeText(room.free)} were free; ${neededText(room)}`,
  'Nothing of it was left there.',
];

function neededText({ files, records }: Room): string {
  if (records !== undefined) {
    const needed = `at least about ${byteSizeText(files + records)} are needed`;
    if (files === 0) return `${needed} for the records`;
    return `${needed}: ${byteSizeText(files)} for photos and models that are not there yet, and ${byteSizeText(records)} for the records`;
  }
  return files === 0 ? 'more is needed' : `the files need ${byteSizeText(files)}, and the records some more`;
}
