import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../errors.ts';
import { MAX_PHOTO_BYTES } from '../photo/examine.ts';
import type { Room } from './room.ts';

/** `problem` is a predicate: "is a folder, not a photo". */
export type ReadFile = { ok: true; bytes: Uint8Array } | { ok: false; problem: string };

/**
 * Reads a photo of at most 40 MB. Opened without blocking and looked at before the first read, so
 * that a pipe, a device or a socket can neither hang nor flood it. The bytes lie in what `room` gives.
 */
export async function readPhotoFile(path: string, room: Room): Promise<ReadFile> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return refused(whyNotOpened(error));
  }
  try {
    return await readRegularFile(handle, room);
  } catch (error) {
    return refused(`cannot be read (${systemErrorCode(error) ?? 'unknown error'})`);
  } finally {
    await handle.close();
  }
}

async function readRegularFile(handle: FileHandle, room: Room): Promise<ReadFile> {
  const before = await handle.stat();
  if (!before.isFile()) return refused(`is ${kindOf(before)}, not a photo`);
  if (before.size === 0) return refused('is empty (0 bytes)');
  if (before.size > MAX_PHOTO_BYTES) {
    return refused(`is ${(before.size / 1e6).toFixed(1)} MB; at most ${MAX_PHOTO_BYTES / 1e6} MB are accepted`);
  }
  const bytes = room.take(before.size);
  const filled = await fill(handle, bytes);
  const after = await handle.stat();
  if (filled < bytes.length || wasChanged(before, after)) return refused('was changed while it was being read');
  return { ok: true, bytes };
}

async function fill(handle: FileHandle, bytes: Uint8Array): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function wasChanged(before: Stats, after: Stats): boolean {
  return before.size !== after.size || before.mtimeMs !== after.mtimeMs || before.ctimeMs !== after.ctimeMs;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

const WHY_NOT_OPENED: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  EISDIR: 'is a folder, not a photo',
  ENXIO: 'is a socket, not a photo',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has too long a name',
};

function whyNotOpened(error: unknown): string {
  const code = systemErrorCode(error) ?? 'unknown error';
  return WHY_NOT_OPENED[code] ?? `cannot be opened (${code})`;
}

function refused(problem: string): ReadFile {
  return { ok: false, problem };
}
