import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemErrorCode } from '../errors.ts';
import { READ_NOW } from './open-flags.ts';

/** How long nobody may have opened the other end of a pipe. */
const WRITER_PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 20;

export interface InputRules {
  /** Nothing is read beyond; who must know whether there is more asks for one byte more. */
  maxBytes: number;
  /** How long who writes into a pipe may be silent; for ever where it is left out. */
  silenceMs?: number;
  /** Ends the reading, however long the other side is silent. */
  signal?: AbortSignal | undefined;
}

/**
 * The bytes of a file, or of a pipe such as `<(pass show recon)`; undefined where nothing came out of a pipe. It is
 * opened without waiting: a pipe that nobody writes to would hold the process in a call that no signal ends.
 * @throws what the file system says
 */
export async function readInput(path: string, rules: InputRules): Promise<Buffer | undefined> {
  const file = await open(path, READ_NOW);
  try {
    return await readToEnd(file, rules);
  } finally {
    await file.close();
  }
}

async function readToEnd(
  file: FileHandle,
  { maxBytes, silenceMs = Number.POSITIVE_INFINITY, signal }: InputRules,
): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  // A pipe looks ended before anybody has opened its other end, too.
  let isBegun = !(await file.stat()).isFIFO();
  let heardAt = performance.now();
  while (length < maxBytes) {
    signal?.throwIfAborted();
    const read = await readSome(file, bytes.subarray(length));
    if (read === 0 && isBegun) break;
    isBegun ||= read !== 0;
    if (read) {
      length += read;
      heardAt = performance.now();
    } else if (performance.now() - heardAt > (isBegun ? silenceMs : WRITER_PATIENCE_MS)) return undefined;
    else await sleep(LOOK_AGAIN_MS);
  }
  return bytes.subarray(0, length);
}

/** Bytes read, 0 at the end, undefined where the other side has not written yet. */
async function readSome(file: FileHandle, into: Uint8Array): Promise<number | undefined> {
  try {
    return (await file.read(into, 0, into.length, null)).bytesRead;
  } catch (error) {
    if (systemErrorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}
