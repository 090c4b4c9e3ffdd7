import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import { systemErrorCode } from '../errors.ts';
import { READ_NOW } from './open-flags.ts';

/** The time that a pipe waits for a writer to open its other end. */
const WRITER_PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 20;

export interface InputRules {
  /** The most bytes to read; a caller who must know if there is more asks for one byte more. */
  maxBytes: number;
  /** The longest silence of a pipe's writer; no limit if left out. */
  silenceMs?: number;
  /** Ends the reading, even if the writer is silent. */
  signal?: AbortSignal | undefined;
}

/**
 * The bytes of a file, or of a pipe such as `<(pass show recon)`; undefined if a pipe gave nothing. The file is opened
 * without waiting: a pipe without a writer would block the process in a call that no signal ends.
 * @throws the error of the file system
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
  // A pipe also looks ended before a writer has opened it.
  let isBegun = !(await file.stat()).isFIFO();
  let heardAt = monotonicMs();
  while (length < maxBytes) {
    signal?.throwIfAborted();
    const read = await readSome(file, bytes.subarray(length));
    if (read === 0 && isBegun) break;
    isBegun ||= read !== 0;
    if (read) {
      length += read;
      heardAt = monotonicMs();
    } else if (monotonicMs() - heardAt > (isBegun ? silenceMs : WRITER_PATIENCE_MS)) return undefined;
    else await sleep(LOOK_AGAIN_MS);
  }
  return bytes.subarray(0, length);
}

/** The number of bytes read: 0 at the end, undefined if the writer has not written yet. */
async function readSome(file: FileHandle, into: Uint8Array): Promise<number | undefined> {
  try {
    return (await file.read(into, 0, into.length, null)).bytesRead;
  } catch (error) {
    if (systemErrorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}
