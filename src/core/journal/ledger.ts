import { constants, fdatasync, lstatSync, readSync } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { appendWhole, syncFolder } from '../../system/durable-file.ts';
import { NO_LINK } from '../../system/open-flags.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { onOwnDisk } from '../disk-failure.ts';

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_LINK;
const READ_BYTES = 256 * 1024;
const dataOnDisk = promisify(fdatasync);

export type Ledger = ReturnType<typeof openLedger>;

/** A file that only grows, written by several processes at once. Every failure of it is `storage`. */
export function openLedger(path: string) {
  const writer = following(path);
  const reader = following(path);

  const write = async (text: string): Promise<void> => {
    const file = await writer.opened();
    appendWhole(file.handle.fd, Buffer.from(text));
    await dataOnDisk(file.handle.fd);
    if (thereNow(path, file) !== undefined) return;
    // It was replaced by a shorter one before or while we wrote: what we wrote may not be in there.
    await writer.close();
    await write(text);
  };

  const place = { file: undefined as OpenFile | undefined, bytes: 0, half: '', text: new StringDecoder('utf8') };
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const read = async () => {
    const lines: string[] = [];
    const known = place.file;
    const size = known === undefined ? undefined : thereNow(path, known);
    if (size === place.bytes) return { lines, fromStart: false };
    // Another file, or one that somebody has cut: it is read from its start.
    if (size === undefined || size < place.bytes) await reader.close();
    const file = await reader.opened();
    const fromStart = file !== known;
    if (fromStart) Object.assign(place, { file, bytes: 0, half: '', text: new StringDecoder('utf8') });
    for (;;) {
      const bytesRead = readSync(file.handle.fd, buffer, 0, READ_BYTES, place.bytes);
      if (bytesRead === 0) return { lines, fromStart };
      place.bytes += bytesRead;
      const pieces = (place.half + place.text.write(buffer.subarray(0, bytesRead))).split('\n');
      place.half = pieces.pop() ?? '';
      for (const piece of pieces) if (piece !== '') lines.push(piece);
    }
  };
  let reading: Promise<unknown> = Promise.resolve();
  return {
    path,
    /** Resolves when the text is on the disk; texts that come meanwhile go together. */
    append: inOneGo((text) => onOwnDisk(path, () => write(text))),
    /** The whole lines that were added since the last call, by anyone; all of them if the file was replaced. */
    readNew: () => {
      const next = reading.then(() => onOwnDisk(path, read));
      reading = next.catch(() => {});
      return next;
    },
    close: async (): Promise<void> => {
      await reading;
      await Promise.all([writer.close(), reader.close()]);
    },
  };
}

interface OpenFile {
  handle: FileHandle;
  ino: number;
  dev: number;
}

/** The file of this name, opened at first use and after `close`. */
function following(path: string) {
  let file: OpenFile | undefined;
  return {
    opened: async () => {
      file ??= await openDurably(path);
      return file;
    },
    close: async () => {
      await file?.handle.close().catch(() => {});
      file = undefined;
    },
  };
}

/** Size of the file of this name; undefined where another one, or none, has taken its place. */
function thereNow(path: string, { ino, dev }: OpenFile): number | undefined {
  const there = lstatSync(path, { throwIfNoEntry: false });
  return there?.ino === ino && there.dev === dev ? there.size : undefined;
}

/** One write at a time; texts that come meanwhile are written together afterwards. */
function inOneGo(write: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { text: string; done: Promise<void> } | undefined;
  return (text) => {
    if (waiting !== undefined) {
      waiting.text += text;
      return waiting.done;
    }
    const batch = { text, done: Promise.resolve() };
    waiting = batch;
    batch.done = last.then(() => {
      waiting = undefined;
      return write(batch.text);
    });
    last = batch.done.catch(() => {});
    return batch.done;
  };
}

async function openDurably(path: string): Promise<OpenFile> {
  await makePrivateFolder(dirname(path));
  const isNew = (await lstat(path).catch(() => undefined)) === undefined;
  const handle = await open(path, APPEND, 0o600);
  if (isNew) await syncFolder(dirname(path));
  const { ino, dev } = await handle.stat();
  return { handle, ino, dev };
}
