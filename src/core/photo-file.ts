import { closeSync, fstatSync, openSync, read, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { MAX_PHOTO_BYTES } from '../contract/photo-limits.ts';
import { READ_NOW } from '../system/open-flags.ts';
import { whyNotRead } from '../system/why-not-read.ts';
import { READ_AT_ONCE_BYTES, readAtOnce } from './read-at-once.ts';

const readSome = promisify(read);

/** Photos differ a little in size; memory that is not written to costs nothing. */
const STEP_BYTES = 16 * 1024 ** 2;

export type ReusedBuffer = ReturnType<typeof createReusedBuffer>;

/**
 * One buffer for many photos in turn: seven of 8 MB each, read to fresh memory, would stay there until
 * the next collection of garbage. The bytes that were taken before are overwritten by the next ones.
 */
export function createReusedBuffer() {
  let buffer = Buffer.alloc(0);
  return {
    take: (sizeBytes: number): Buffer<ArrayBuffer> => {
      if (buffer.length < sizeBytes) buffer = Buffer.allocUnsafeSlow(Math.ceil(sizeBytes / STEP_BYTES) * STEP_BYTES);
      return buffer.subarray(0, sizeBytes);
    },
  };
}

/** `problem` is a predicate: "is a folder, not a photo". */
export type ReadFile = { ok: true; bytes: Uint8Array } | { ok: false; problem: string };

/**
 * Reads a photo of at most 40 MB. Opened without blocking and looked at before the first read, so
 * that a pipe, a device or a socket can neither hang nor flood it. The bytes lie in what `buffer` gives.
 */
export async function readPhotoFile(path: string, buffer: ReusedBuffer): Promise<ReadFile> {
  let file: number;
  try {
    file = openSync(path, READ_NOW);
  } catch (error) {
    return notRead(whyNotRead(error));
  }
  try {
    return await readRegularFile(file, buffer);
  } catch (error) {
    return notRead(whyNotRead(error));
  } finally {
    closeSync(file);
  }
}

async function readRegularFile(file: number, buffer: ReusedBuffer): Promise<ReadFile> {
  const before = fstatSync(file);
  if (!before.isFile()) return notRead(`is ${kindOf(before)}, not a photo`);
  if (before.size === 0) return notRead('is empty (0 bytes)');
  if (before.size > MAX_PHOTO_BYTES) {
    return notRead(`is ${(before.size / 1e6).toFixed(1)} MB; at most ${MAX_PHOTO_BYTES / 1e6} MB are accepted`);
  }
  const bytes = buffer.take(before.size);
  const filled = await fill(file, bytes);
  const after = fstatSync(file);
  if (filled < bytes.length || wasChanged(before, after)) return notRead('was changed while it was being read');
  return { ok: true, bytes };
}

async function fill(file: number, bytes: Uint8Array): Promise<number> {
  if (bytes.length <= READ_AT_ONCE_BYTES) return readAtOnce(file, bytes, 0);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await readSome(file, bytes, filled, bytes.length - filled, filled);
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

const notRead = (problem: string): ReadFile => ({ ok: false, problem });
