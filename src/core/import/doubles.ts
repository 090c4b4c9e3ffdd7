import type { CheckedRow } from './checked-row.ts';
import { countEqual } from './row-names.ts';

/** Sees the rows in their order, and says which are there a second time. */
export interface Doubles {
  note(row: CheckedRow): void;
}

export interface DoublesOptions {
  /** One place may be seen more than once: tried again, it is still the same row. */
  again?: boolean;
  /** Names of rows that are done, and of no row that is to be sent. */
  isTaken?(name: string): boolean;
  /** Names of rows that an earlier run has done. */
  isDone?(name: string): boolean;
  /** What is wrong with a row that was seen before, because one that is done shows the same. */
  onLate?(row: number, problem: string): void;
}

/** How surely a row is done: the report that names it is surer than the journal, where equal rows are one. */
const TO_SEND = 0;
const DONE = 1;
const REPORTED = 2;

interface Seen {
  number: number;
  place: string;
  rank: number;
  what: string;
}

/**
 * The same person twice in one list, or one picture for two patients, is nearly always a slip. With `allowed` it is
 * none; rows that are equal in everything are counted all the same, so that each is sent once. A row that is done stays
 * so, wherever it stands: the other one is the slip.
 */
export function createDoubles(
  allowed: boolean,
  { again = false, isTaken = () => false, isDone = () => false, onLate = () => {} }: DoublesOptions = {},
): Doubles {
  const sameAgain = new Map<string, Pick<CheckedRow, 'hash' | 'occurrence'>>();
  const people = new Map<string, Seen>();
  const pictures = new Map<string, Seen>();
  const occurrenceOf = countEqual(isTaken);

  const count = (row: CheckedRow) => {
    const before = sameAgain.get(row.place);
    if (before?.hash === row.hash) row.occurrence = before.occurrence;
    else {
      row.occurrence = occurrenceOf(row.hash);
      if (again) sameAgain.set(row.place, { hash: row.hash, occurrence: row.occurrence });
    }
  };
  const rankOf = ({ done, hash, occurrence }: CheckedRow) => {
    if (done !== undefined) return REPORTED;
    return isDone(`${hash}:${occurrence}`) ? DONE : TO_SEND;
  };
  const noteWhere = (seen: Map<string, Seen>, keys: string[], now: Seen, row: CheckedRow) => {
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined && one.place !== now.place);
    if (before === undefined || now.rank > before.rank) for (const key of keys) seen.set(key, now);
    if (before === undefined || (now.rank === before.rank && now.rank !== TO_SEND)) return;
    if (now.rank > before.rank) onLate(before.number, problemOf(before, now));
    else row.problems.push(problemOf(now, before));
  };

  return {
    note: (row) => {
      // Not sent, it needs no name; and one that is left out must not change those of others.
      if (row.done === undefined) count(row);
      if (allowed) return;
      const { number, place } = row;
      const seen = { number, place, rank: row.problems.length > 0 ? TO_SEND : rankOf(row) };
      if (row.key !== undefined) {
        noteWhere(people, [row.key], { ...seen, what: 'has the same name, email and phone as' }, row);
      }
      for (const { view, pictureHash, sha256 } of row.request.photos) {
        // The pixels of what is done are not looked at again: it is known by its bytes.
        const keys = [pictureHash ?? [], sha256].flat().map((key) => key.slice(0, 24));
        noteWhere(pictures, keys, { ...seen, what: `has for ${view} the same picture as` }, row);
      }
    },
  };
}

const problemOf = ({ what }: Seen, other: Seen) => `${what} ${other.place}; --allow-same sends it all the same`;
