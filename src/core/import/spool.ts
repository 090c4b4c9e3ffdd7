import { closeSync, createReadStream, openSync } from 'node:fs';
import { appendWhole } from '../../system/durable-file.ts';
import { parseExact, stringifyExact } from '../answer.ts';
import { onDisk } from '../disk-failure.ts';
import type { CheckedRow } from './checked-row.ts';
import { linesOf } from './lines.ts';

/**
 * The checked rows in a private file, so that a list of any length takes no memory, and what is sent is what was
 * checked, whatever becomes of the input meanwhile.
 */
export interface Spool {
  write(row: CheckedRow): Promise<void>;
  /** Something wrong with a row that is written down already, found since. */
  fault(row: number, problem: string): void;
  /** Its name, where that is another one than was written down. */
  name(row: number, name: string): void;
  /** After the last row. */
  end(): Promise<void>;
  rows(): AsyncGenerator<CheckedRow>;
}

/** Lines written in one go: one each is an errand of another thread each, while the others decode photos. */
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
