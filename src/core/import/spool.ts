import { closeSync, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { appendWhole } from '../../system/durable-file.ts';
import { parseExact, stringifyExact } from '../answer.ts';
import { onOwnDisk } from '../disk-failure.ts';
import type { CheckedRow } from './checked-row.ts';
import { linesOf, piecesOf } from './text-pieces.ts';

/** The part of a row that stays in memory. */
export type ListedRow = Omit<CheckedRow, 'source' | 'request'>;

/**
 * The checked rows in a private file. So a list of any length takes little memory, and exactly the checked rows are
 * sent, even if the input changes meanwhile. It stays open: where its folder is removed meanwhile, the report can still
 * be written.
 */
export interface Spool {
  /** What is found out of the row later may be set in what this returns. */
  write(row: CheckedRow): Promise<ListedRow>;
  /** Call this after the last row. */
  end(): Promise<void>;
  rows(): AsyncGenerator<CheckedRow>;
  /** Must be called in the end. */
  close(): Promise<void>;
}

/**
 * Lines are written in pieces of this size: each write is a task for another thread, which is also needed for decoding
 * photos.
 */
const PIECE_CHARACTERS = 64 * 1024;

export function createSpool(path: string): Spool {
  const listed: ListedRow[] = [];
  let file: number | undefined;
  let whole: FileHandle | undefined;
  let held = '';
  const writeNow = async () => {
    file ??= openSync(path, 'wx', 0o600);
    appendWhole(file, Buffer.from(held));
    held = '';
    return file;
  };
  const writeHeld = () => onOwnDisk(path, writeNow);
  return {
    write: async (row) => {
      held += `${stringifyExact(row)}\n`;
      if (held.length >= PIECE_CHARACTERS) await writeHeld();
      const { source, request, ...rest } = row;
      listed.push(rest);
      return rest;
    },
    end: async () => {
      closeSync(await writeHeld());
      whole = await open(path);
    },
    async *rows() {
      let at = 0;
      for await (const line of linesOf(textOf(whole), Infinity)) {
        yield { ...(parseExact(line) as CheckedRow), ...listed[at++]! };
      }
    },
    close: async () => await whole?.close(),
  };
}

async function* textOf(whole: FileHandle | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  if (whole === undefined) return;
  for await (const bytes of piecesOf(whole)) yield decoder.decode(bytes, { stream: true });
}
