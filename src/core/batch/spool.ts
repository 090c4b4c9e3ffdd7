import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { parseExact, stringifyExact } from '../answer.ts';
import { diskFailure } from '../disk-failure.ts';
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
  /** After the last row. */
  end(): Promise<void>;
  rows(): AsyncGenerator<CheckedRow>;
}

export function createSpool(path: string): Spool {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const faults = new Map<number, string[]>();
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  const check = () => {
    if (failure !== undefined) throw diskFailure(path, failure);
  };
  return {
    write: async (row) => {
      check();
      if (!stream.write(`${stringifyExact(row)}\n`)) await once(stream, 'drain').catch(() => {});
      check();
    },
    fault: (row, problem) => {
      const before = faults.get(row);
      if (before === undefined) faults.set(row, [problem]);
      else before.push(problem);
    },
    end: async () => {
      // A stream that has failed is closed already, and would never say so again.
      check();
      stream.end();
      await once(stream, 'close').catch(() => {});
      check();
    },
    async *rows() {
      for await (const line of linesOf(createReadStream(path, { encoding: 'utf8' }), Infinity)) {
        const row = parseExact(line) as CheckedRow;
        const late = faults.get(row.number);
        yield late === undefined ? row : { ...row, problems: [...row.problems, ...late] };
      }
    },
  };
}
