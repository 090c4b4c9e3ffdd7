import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { syncFolder } from '../archive/sync-folder.ts';
import { writeWhole } from '../archive/write-whole.ts';
import { onDisk } from '../disk-failure.ts';

/** A file that only grows, written by several processes at once. Every failure of it is `storage`. */
export interface Ledger {
  path: string;
  /** Resolves when the text is on the disk; texts that come meanwhile go together. */
  append(text: string): Promise<void>;
  /** The whole lines that were added since the last call, by anyone; all of them where the file was replaced. */
  readNew(): Promise<{ lines: string[]; fromStart: boolean }>;
  close(): Promise<void>;
}

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
const READ_BYTES = 256 * 1024;

export function openLedger(path: string): Ledger {
  const writer = following(path);
  const reader = following(path);

  const write = async (text: string): Promise<void> => {
    const { handle } = await writer.current();
    await writeWhole(handle, Buffer.from(text), null);
    await handle.datasync();
    // It was replaced by a shorter one while we wrote: what we wrote may not be in there.
    if (!(await isStill(handle, path))) await write(text);
  };

  const place = { bytes: 0, half: '', text: new StringDecoder('utf8') };
  const read = async () => {
    const { handle, isNew: fromStart } = await reader.current();
    if (fromStart) Object.assign(place, { bytes: 0, half: '', text: new StringDecoder('utf8') });
    const lines: string[] = [];
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, place.bytes);
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
    append: inOneGo((text) => onDisk(path, () => write(text))),
    readNew: () => {
      const next = reading.then(() => onDisk(path, read));
      reading = next.catch(() => {});
      return next;
    },
    close: async () => {
      await reading;
      await Promise.all([writer.close(), reader.close()]);
    },
  };
}

/** The file of this name, opened anew where another one has taken its place. */
function following(path: string) {
  let handle: FileHandle | undefined;
  return {
    current: async () => {
      if (handle !== undefined && (await isStill(handle, path))) return { handle, isNew: false };
      await handle?.close();
      handle = await openDurably(path);
      return { handle, isNew: true };
    },
    close: async () => {
      await handle?.close().catch(() => {});
      handle = undefined;
    },
  };
}

/** One write at a time; what is asked for meanwhile is written together afterwards. */
function inOneGo(write: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: { text: string; done: Promise<void> } | undefined;
  const start = (text: string) => {
    const done = write(text).finally(() => {
      if (running === done) running = undefined;
    });
    running = done;
    return done;
  };
  return (text) => {
    if (running === undefined) return start(text);
    if (waiting !== undefined) {
      waiting.text += text;
      return waiting.done;
    }
    const batch = { text, done: Promise.resolve() };
    waiting = batch;
    batch.done = running
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return start(batch.text);
      });
    return batch.done;
  };
}

async function openDurably(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = (await lstat(path).catch(() => undefined)) === undefined;
  const handle = await open(path, APPEND, 0o600);
  if (isNew) await syncFolder(dirname(path));
  return handle;
}

async function isStill(handle: FileHandle, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([handle.stat(), lstat(path).catch(() => undefined)]);
  return there?.ino === ours.ino && there.dev === ours.dev;
}
