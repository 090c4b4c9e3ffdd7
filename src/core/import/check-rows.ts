import { createHash } from 'node:crypto';
import { createPhotoRooms, type PhotoRooms } from '../photo-check.ts';
import { checkReported, type PatientsById } from './check-reported.ts';
import { checkRow } from './check-row.ts';
import type { CheckedRow } from './checked-row.ts';
import { createDoubles } from './doubles.ts';
import { inOrder } from './in-order.ts';
import type { Input } from './row.ts';
import { type DoneRows, hashesOf } from './row-names.ts';
import type { Spool } from './spool.ts';

/**
 * Decoding takes a processor each, and memory. A third keeps both of two processors at work: 2.8 ms a photo of 600×800
 * instead of 3.1 (two) and 4.1 (one).
 */
const LANES = 3;

export interface Checked {
  total: number;
  /** Of all rows in their order: another list has another. */
  list: string;
  /** Rows with problems. */
  faulty: number;
  /** Rows that a report which is fed back says are done. */
  done: number;
  /** Patients that they were made as; one that was found there may be another import's. */
  createdIds: Set<string>;
  /** Photos that are sent without their private data. */
  stripped: number;
  /** Sentences with their places, of rows and of the input itself, in order. */
  problems: string[];
  warnings: string[];
}

export interface CheckOptions {
  allowSame: boolean;
  signal: AbortSignal;
  /** Rows that an earlier run has done. */
  done: DoneRows;
  /** Looks for those whom a report names; without it, the report is believed. */
  patientsById?: PatientsById | undefined;
  onRow(checked: number): void;
}

/** Checks every row there is and keeps them in the spool. Nothing is sent. */
export async function checkRows(
  input: Input,
  spool: Spool,
  { allowSame, signal, done, patientsById, onRow }: CheckOptions,
): Promise<Checked> {
  const rooms: PhotoRooms[] = [];
  let isLate = false;
  const onLate = (row: number, problem: string) => {
    isLate = true;
    spool.fault(row, problem);
  };
  const doubles = createDoubles(allowSame, { isDone: (name) => done.has(name), onLate });
  const hashes = hashesOf(done);
  const list = createHash('sha256');
  const checked: Checked = {
    total: 0,
    list: '',
    faulty: 0,
    done: 0,
    createdIds: new Set(),
    stripped: 0,
    problems: [],
    warnings: [],
  };
  const rows = inOrder(input.rows(), LANES, (row, lane) => {
    rooms[lane] ??= createPhotoRooms();
    return checkRow(row, { rooms: rooms[lane], signal, done: hashes });
  });
  for await (const row of rows) {
    signal.throwIfAborted();
    doubles.note(row);
    add(row, checked);
    list.update(`${row.hash}\n`);
    await spool.write(row);
    onRow(checked.total);
  }
  checked.list = list.digest('base64url');
  await spool.end();
  if (checked.done > 0 && patientsById !== undefined) await checkReported(spool.rows(), patientsById, onLate);
  if (isLate) await judgeAgain(spool, checked);
  checked.problems.unshift(...input.problems);
  return checked;
}

/** From the first row, with what was found since. */
async function judgeAgain(spool: Spool, checked: Checked): Promise<void> {
  Object.assign(checked, { faulty: 0, done: 0, createdIds: new Set(), problems: [] });
  for await (const row of spool.rows()) judge(row, checked);
}

function judge({ place, problems, done }: CheckedRow, checked: Checked): void {
  checked.problems.push(...problems.map((problem) => `${place}: ${problem}`));
  if (problems.length > 0) checked.faulty += 1;
  else if (done !== undefined) {
    checked.done += 1;
    if (done.status === 'created') checked.createdIds.add(done.id);
  }
}

function add(row: CheckedRow, checked: Checked): void {
  checked.total += 1;
  checked.stripped += row.stripped;
  judge(row, checked);
  checked.warnings.push(...row.warnings.map((warning) => `${row.place}: ${warning}`));
}
