import { closeSync, fdatasync, fstatSync, openSync, read, readSync, statSync, writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SqliteConnection } from '../../system/sqlite.ts';
import { descriptorOf } from '../../system/sqlite-file.ts';
import { unusedIn } from './unused-bytes.ts';

/** SQLite itself would bring a log of 1,000 pages into the file. */
const LONG_BYTES = 4 * 2 ** 20;
/** Read with one call. */
const CHUNK_PAGES = 256;
/** Overwritten with one call, which takes some ms. */
const MANY_PAGES = 1000;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

const readAsync = promisify(read);
const syncAsync = promisify(fdatasync);

export type WriteAheadLog = ReturnType<typeof createWriteAheadLog>;

/**
 * The log of a database whose deleted rows leave nothing behind. `secure_delete` is not enough for that: where SQLite packs
 * the rows of a page anew, copies of them stay in the bytes that the page does not use any more, also when the rows are
 * deleted later. So nobody but this brings the log into the file, and what the written pages do not use is overwritten in
 * the file itself: SQLite has no call for it and never reads those bytes.
 *
 * `empty` and `keepShort` must be called in the turn of a write.
 */
export function createWriteAheadLog(path: string, { reader, writer }: Record<'reader' | 'writer', SqliteConnection>) {
  for (const connection of [reader, writer]) connection.exec('pragma wal_autocheckpoint = 0');
  const pageBytes = Number(writer.prepare('pragma page_size').all()[0]!['page_size']);
  /** True only where somebody has set it by hand. Such a file has pages that look like pages of rows, and are none. */
  const movesPages = writer.prepare('pragma auto_vacuum').all()[0]!['auto_vacuum'] !== 0;
  /** Pages that may have something in bytes that they do not use. */
  const suspects = new Set<number>();
  let longBytes = LONG_BYTES;
  /** How often the file was changed, and how many of these changes the disk has. */
  const changes = { made: 0, synced: 0 };

  const logBytes = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  function suspectWritten(): void {
    if (logBytes() === 0) return;
    // SQLite's locks are not on this file, so it can be closed.
    const log = openSync(`${path}-wal`, 'r');
    try {
      const { size } = fstatSync(log);
      const number = Buffer.alloc(4);
      for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES <= size; at += FRAME_HEADER_BYTES + pageBytes) {
        readSync(log, number, 0, 4, at);
        suspects.add(number.readUInt32BE());
      }
    } finally {
      closeSync(log);
    }
  }

  /** Brings the log into the file and erases what deleted rows left there. False if another program hinders it. */
  function empty(): boolean {
    suspectWritten();
    const [checkpoint] = writer.prepare('pragma wal_checkpoint(truncate)').all();
    if (checkpoint?.['busy'] !== 0) return false;
    if (suspects.size > 0 && !overwrite()) return false;
    longBytes = LONG_BYTES;
    return true;
  }

  function overwrite(): boolean {
    if (movesPages) return false;
    let isChanged = false;
    writer.exec('begin immediate');
    try {
      // With an empty log and the lock for writing, nobody changes the file.
      if (logBytes() > 0) return false;
      const file = descriptorOf(path);
      const page = Buffer.alloc(pageBytes);
      const zeros = Buffer.alloc(pageBytes);
      const pages = fstatSync(file).size / pageBytes;
      for (const number of suspects) {
        const start = (number - 1) * pageBytes;
        if (readSync(file, page, 0, pageBytes, start) < pageBytes) continue;
        const unused = unusedIn(page, number, pages);
        if (unused === undefined) continue;
        writeSync(file, zeros, 0, unused.end - unused.start, start + unused.start);
        isChanged = true;
      }
      suspects.clear();
      return true;
    } finally {
      writer.exec('rollback');
      if (isChanged) changes.made++;
      // A page that is kept in memory would be written as it was before.
      if (isChanged) for (const connection of [reader, writer]) connection.exec('pragma shrink_memory');
    }
  }

  return {
    empty,
    /** Call it after each write: it empties a log that has become long. */
    keepShort(): void {
      try {
        const bytes = logBytes();
        if (bytes < longBytes) return;
        // Where it cannot be emptied, it is tried again when it has grown.
        longBytes = bytes + LONG_BYTES;
        empty();
      } catch {
        // The write itself has succeeded.
      }
    },
    /** Waits until the disk has what was overwritten. */
    async sync(): Promise<void> {
      const { made, synced } = changes;
      if (made === synced) return;
      await syncAsync(descriptorOf(path));
      changes.synced = Math.max(made, changes.synced);
    },
    /** Looks through the whole file, for what an earlier run or another program left; `emptyInTurn` calls `empty`. */
    async lookThrough(emptyInTurn: () => Promise<unknown>): Promise<void> {
      const file = descriptorOf(path);
      const chunk = Buffer.alloc(CHUNK_PAGES * pageBytes);
      const pages = fstatSync(file).size / pageBytes;
      // Rows may change meanwhile; but a copy is never copied again, so those of before are found.
      for (let before = 0; before < pages; before += CHUNK_PAGES) {
        const { bytesRead } = await readAsync(file, chunk, 0, chunk.length, before * pageBytes);
        for (let at = 0; at + pageBytes <= bytesRead; at += pageBytes) {
          const number = before + at / pageBytes + 1;
          if (unusedIn(chunk.subarray(at, at + pageBytes), number, pages) !== undefined) suspects.add(number);
        }
        if (suspects.size >= MANY_PAGES) await emptyInTurn();
        await turn();
      }
    },
  };
}
