import { closeSync, createReadStream, openSync } from 'node:fs';
import { appendWhole } from '../../system/durable-file.ts';
import { parseExact, stringifyExact } from '../answer.ts';
import { onDisk } from '../disk-failure.ts';
import type { CheckedRow } from './checked-row.ts';
import { linesOf } from './lines.ts';

/**
 * The checked rows in a private file. So a list of any length takes little memory, and exactly the checked rows are
 * sent, even if the input changes meanwhile.
 */
export interface Spool {
  write(row: CheckedRow): Promise<void>;
  /** Adds a problem to a row that is already written. */
  fault(row: number, problem: string): void;
  /** Changes the name of a row that is already written. */
  name(row: number, name: string): void;
  /** Call this after the last row. */
  end(): Promise<void>;
  rows(): AsyncGenerator<CheckedRow>;
}

/**
 * Lines are written in pieces of this size: each write is a task for another thread, which is also needed for decoding
 * photos.
 */
const PIECE_CHARACTERS = 64 * 1024;

export function createSpool(path: string): Spool {
  const faults = new Map<number, string[]>();
  const names = new Map<number, string>();
  let file: number | undefined;
  let held = '';
  const writeHeld = () =>
    onDisk(path, async () => {
      file ??= openSync(path, 'wx', 0o600);
      appendWhole(file, Buffer.from(held));
      held = '';
      return file;
    });
  return {
    write: async (row) => {
      held += `${stringifyExact(row)}\n`;
      if (held.length >= PIECE_CHARACTERS) await writeHeld();
    },
    fault: (row, problem) => {
      const before = faults.get(row);
      if (before === undefined) faults.set(row, [problem]);
      else before.push(problem);
    },
    name: (row, name) => void names.set(row, name),
    end: async () => closeSync(await writeHeld()),
    async *rows() {
      for await (const line of linesOf(createReadStream(path, { encoding: 'utf8' }), Infinity)) {
        const row = parseExact(line) as CheckedRow;
        const name = names.get(row.number) ?? row.name;
        yield { ...row, name, problems: [...row.problems, ...(faults.get(row.number) ?? [])] };
      }
    },
  };
}
