import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReconError, systemErrorCode } from '../../errors.ts';

/** One patient; more is another kind of file, or a device that never ends. */
const MAX_BYTES = 1_000_000;
/** How long nobody may have opened the other end of a pipe. */
const WRITER_PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 20;

export interface DataSource {
  stdin: NodeJS.ReadableStream;
  /** Ends the reading, however long the other side is silent. */
  signal?: AbortSignal | undefined;
}

/** Text of a file, of a pipe such as `<(jq …)`, or of stdin (`-`); at most 1 MB. @throws ReconError `usage` */
export async function readDataText(source: string, { stdin, signal }: DataSource): Promise<string> {
  const shown = source === '-' ? 'stdin' : `--data ${source}`;
  const bytes = source === '-' ? await readStdin(stdin, shown, signal) : await readFile(source, shown, signal);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ReconError('usage', `${shown} is not UTF-8 text`, { hint: 'save it as UTF-8', cause: error });
  }
}

async function readStdin(stdin: NodeJS.ReadableStream, shown: string, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const stop = () => (stdin as NodeJS.ReadStream).destroy(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stdin) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > MAX_BYTES) throw tooLarge(shown);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}

/** Opened without waiting: a pipe that nobody writes to would hold the process in a call no signal gets out of. */
async function readFile(path: string, shown: string, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await file.stat();
      if (facts.isDirectory()) throw new ReconError('usage', `${shown} is a folder, not a file`);
      return await readToEnd(file, facts.isFIFO(), shown, signal);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ReconError) throw error;
    const why = systemErrorCode(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${systemErrorCode(error)})`;
    throw new ReconError('usage', `${shown} ${why}`, { cause: error });
  }
}

async function readToEnd(file: FileHandle, isPipe: boolean, shown: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  const deadline = performance.now() + WRITER_PATIENCE_MS;
  for (let length = 0; ; ) {
    signal?.throwIfAborted();
    const read = await readSome(file, bytes.subarray(length));
    length += read ?? 0;
    if (length > MAX_BYTES) throw tooLarge(shown);
    // A pipe looks ended before anybody has opened its other end, too.
    const mayBegin = isPipe && length === 0 && performance.now() < deadline;
    if (read === 0 && !mayBegin) return bytes.subarray(0, length);
    if (!read) await sleep(LOOK_AGAIN_MS);
  }
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

const tooLarge = (shown: string) => new ReconError('usage', `${shown} is too large to be one patient (over 1 MB)`);
