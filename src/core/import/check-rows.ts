import { createHash } from 'node:crypto';
import type { PatientInput } from '../../contract/patient.ts';
import { lineText } from '../../system/line-text.ts';
import { NAMELESS } from '../draft.ts';
import { sharedPhotoBuffers } from '../photo-check.ts';
import { findChangedRows } from './changed-rows.ts';
import { checkReported, type PatientsById } from './check-reported.ts';
import { checkRow, type RowChecks } from './check-row.ts';
import type { CheckedRow } from './checked-row.ts';
import {
  createDuplicates,
  duplicateText,
  type Pictures,
  picturesOf,
  samePictures,
  samePicturesOfAll,
} from './duplicates.ts';
import { inOrder } from './in-order.ts';
import { dropMendedSlips } from './mended-rows.ts';
import type { RowOutcome } from './outcomes.ts';
import { findOwnRows } from './own-rows.ts';
import { type ListProblem, placesBut } from './problem-lines.ts';
import type { Input } from './row.ts';
import { hashIn, nameRows, type UnnamedRow } from './row-names.ts';
import type { ListedRow, Spool } from './spool.ts';
import { wasSent } from './warning-lines.ts';

/**
 * Each photo that the decoder reads takes a processor, and memory. Three at a time keep two processors busy: 2.8 ms a
 * photo of 600×800 instead of 3.1 (two) and 4.1 (one). Small JPEGs of the usual kind need no decoder.
 */
const AT_ONCE = 3;

export interface Checked {
  total: number;
  /** Hash of all rows in order; another list has another one. */
  list: string;
  /** The import that the list belongs to. */
  batch: string;
  /** Number of rows with problems. */
  faulty: number;
  /** Number of rows that the given report marks as done. */
  done: number;
  /** Number of rows with a height or weight. */
  sized: number;
  /** Number of photos that are sent without their private data. */
  stripped: number;
  /** Of the input itself and of rows, in order. */
  problems: ListProblem[];
  /** Each with the number of its row. */
  warnings: (ListProblem & { number: number })[];
}

export interface CheckOptions {
  allowSame: boolean;
  signal: AbortSignal;
  /** Rows that imports have done: `<import>:<hash>:<count>` → the patient's id. */
  done: ReadonlyMap<string, string>;
  /** The import that the list belongs to. */
  batchOf(list: { rows: readonly UnnamedRow[]; hash: string }): Promise<string>;
  /** Finds the patients of rows that a report marks as done; without it, the report is believed. */
  patientsById?: PatientsById | undefined;
  lookAt?: RowChecks['lookAt'];
  onRow(checked: number): void;
}

/** Checks every row and stores it in the spool. Nothing is sent. */
export async function checkRows(input: Input, spool: Spool, options: CheckOptions): Promise<Checked> {
  const { done, allowSame, patientsById } = options;
  const { rows, pictures, nameless, areNamed, sized } = await checkEach(input, spool, options);
  const list = createHash('sha256');
  for (const { hash } of rows) list.update(`${hash}\n`);
  const hash = list.digest('base64url');
  const batch = await options.batchOf({ rows, hash });
  const patientOf = (name: string) => done.get(`${batch}:${name}`);
  // A patient that a report names belongs to that row, and not to another row with the same content.
  const reported = new Set(rows.flatMap((row) => (row.done?.status === 'created' ? row.done.id : [])));
  const names = nameRows(rows, (name) => reported.has(patientOf(name) ?? ''));
  for (const [number, name] of names) rows[number - 1]!.name = name;
  const wasSentBefore = ({ name }: ListedRow) => patientOf(name) !== undefined;
  if (areNamed) refuseNameless(nameless, wasSentBefore);
  const groupOf = allowSame ? undefined : findDuplicates(rows, pictures, wasSentBefore);
  const isReport = rows.some((row) => row.done !== undefined);
  const onChanged = (number: number, outcome: RowOutcome) => {
    rows[number - 1]!.changed = outcome;
  };
  if (isReport && patientsById !== undefined) {
    const onFault = (number: number, problem: string) => void rows[number - 1]!.problems.push(problem);
    const onMended = (number: number) => delete rows[number - 1]!.done?.error;
    await checkReported(spool.rows(), patientsById, { onFault, onChanged, onMended });
  }
  if (!allowSame && patientsById !== undefined) {
    await findOwnRows(newRows(spool, wasSentBefore), patientsById, onChanged);
  }
  if (patientsById !== undefined) await dropMendedSlips(rows, ({ name }) => patientOf(name), patientsById);
  if (!allowSame && patientsById !== undefined) {
    const left = patientsOfNoRow(rows, batch, done);
    const onOwn = (number: number, outcome: RowOutcome) => {
      onChanged(number, outcome);
      rows[number - 1]!.problems = [];
    };
    if (left.length > 0) await findChangedRows(newRows(spool, wasSentBefore), left, patientsById, onOwn);
  }
  const faulty = rows.filter(({ problems }) => problems.length > 0);
  return {
    total: rows.length,
    list: hash,
    batch,
    faulty: faulty.length,
    done: rows.filter((row) => row.done !== undefined && row.problems.length === 0).length,
    sized,
    stripped: rows.reduce((sum, { stripped }) => sum + stripped, 0),
    problems: [
      ...input.problems.map((text) => ({ text })),
      ...faulty.flatMap(({ place, problems }) =>
        problems.map((text) => ({ place, text, group: groupOf?.(place, text) })),
      ),
    ],
    warnings: rows.flatMap((row) =>
      row.warnings.map((text) => ({
        ...{ place: row.place, number: row.number, isRefused: row.problems.length > 0 },
        text: wasSentBefore(row) ? wasSent(text) : text,
      })),
    ),
  };
}

/** Patients that this import has made of rows that are not in the list any more. */
function patientsOfNoRow(rows: readonly ListedRow[], batch: string, done: CheckOptions['done']): string[] {
  const names = new Set(rows.map(({ name }) => `${batch}:${name}`));
  const ofRows = new Set(rows.flatMap((row) => row.done?.id ?? done.get(`${batch}:${row.name}`) ?? []));
  const own = [...done].filter(([name]) => name.startsWith(`${batch}:`) && !names.has(name));
  return [...new Set(own.map(([, id]) => id))].filter((id) => !ofRows.has(id));
}

async function* newRows(spool: Spool, wasSent: (row: ListedRow) => boolean): AsyncGenerator<CheckedRow> {
  for await (const row of spool.rows()) if (row.done === undefined && !wasSent(row)) yield row;
}

/** Checks each row by itself and puts it into the spool. The row with number n is the n-th. */
async function checkEach(input: Input, spool: Spool, { signal, done, lookAt, onRow }: CheckOptions) {
  const listed: ListedRow[] = [];
  const pictures: Pictures[] = [];
  const nameless: Nameless[] = [];
  let areNamed = false;
  let sized = 0;
  const withBuffers = sharedPhotoBuffers();
  // The hash is compared without the count: photos decoded for one of several equal rows are good for all of them.
  const hashes = new Set([...done.keys()].map(hashIn));
  const rows = inOrder(input.rows(), AT_ONCE, (row) =>
    withBuffers((buffers) => checkRow(row, { buffers, signal, done: hashes, lookAt })),
  );
  for await (const row of rows) {
    signal.throwIfAborted();
    const one = await spool.write(row);
    listed.push(one);
    if (isNameless(row)) nameless.push({ row: one, patient: row.request.patient });
    if (row.request.size !== undefined) sized += 1;
    areNamed ||= row.request.patient.name !== undefined;
    pictures.push(picturesOf(row));
    onRow(listed.length);
  }
  await spool.end();
  return { rows: listed, pictures, nameless, areNamed, sized };
}

/** Something is known of the patient, and no name. Of a row that could not be read, that is told alone. */
const isNameless = ({ request: { patient, type } }: CheckedRow) =>
  patient.name === undefined && (type !== undefined || Object.keys(patient).length > 0);

/** Where other rows have names, one without is a slip of whoever made the list. A list without any is sent as it is. */
function refuseNameless(nameless: readonly Nameless[], wasSent: (row: ListedRow) => boolean): void {
  for (const { row, patient } of nameless) {
    if (row.done !== undefined || wasSent(row)) continue;
    row.problems.push(noName(patient));
    row.warnings = row.warnings.filter((warning) => warning !== NAMELESS);
  }
}

interface Nameless {
  row: ListedRow;
  patient: PatientInput;
}

/** By what else is known of this patient. */
function noName({ phone, email }: PatientInput): string {
  const known = phone !== undefined ? ['--phone', 'NUMBER'] : email !== undefined ? ['--email', 'ADDRESS'] : [];
  return lineText({
    before: 'has no name, and other rows have; write it there, or create this patient without one',
    command: ['patients', 'create', ...known],
  });
}

/**
 * Rows that are done come first, so that problems are reported for the rows that repeat them. Tells of a problem the
 * group that it belongs to, if any: rows with the same pictures.
 */
function findDuplicates(
  rows: readonly ListedRow[],
  pictures: readonly Pictures[],
  wasSent: (row: ListedRow) => boolean,
): (place: string, text: string) => ListProblem['group'] {
  const done = new Set(rows.filter((row) => row.problems.length === 0 && (row.done !== undefined || wasSent(row))));
  const duplicatesOf = createDuplicates();
  const sharing = new Map<string, { place: string; views: string[] }[]>();
  for (const row of [...done, ...rows.filter((one) => !done.has(one))]) {
    const { place, key, number } = row;
    for (const one of duplicatesOf({ place, key, pictures: pictures[number - 1]!, isDone: done.has(row) })) {
      if (!one.isMutual || one.views === undefined) {
        row.problems.push(duplicateText(one));
        continue;
      }
      const { own, theirs } = one.views;
      const name = JSON.stringify([one.place, theirs]);
      const alike = sharing.get(name) ?? [{ place: one.place, views: theirs }];
      alike.push({ place, views: own });
      sharing.set(name, alike);
    }
  }
  return noteSharing([...sharing.values()], rows);
}

/** Adds the problem of each row that shows what others show. */
function noteSharing(
  sharing: readonly (readonly { place: string; views: string[] }[])[],
  rows: readonly ListedRow[],
): (place: string, text: string) => ListProblem['group'] {
  const problemsOf = new Map(rows.map(({ place, problems }) => [place, problems]));
  const groups = new Map<string, ListProblem['group']>();
  for (const alike of sharing) {
    const first = alike[0]?.views ?? [];
    const isOne = alike.every(({ views }) => views.join() === first.join());
    const group = isOne ? { text: samePicturesOfAll(first, alike.length) } : undefined;
    const allBut = placesBut(alike.map(({ place }) => place));
    for (const { place, views } of alike) {
      const text = samePictures(views, allBut(place), alike.length);
      problemsOf.get(place)?.push(text);
      groups.set(`${place} ${text}`, group);
    }
  }
  return (place, text) => groups.get(`${place} ${text}`);
}
