import type { CheckedRow } from './checked-row.ts';
import { countEqual } from './row-names.ts';

/** Sees the rows in their order, and says which are there a second time. */
export interface Doubles {
  note(row: CheckedRow): void;
}

/**
 * The same person twice in one list, or one picture for two patients, is nearly always a slip. With `allowed` it is
 * none; rows that are equal in everything are counted all the same, so that each is sent once. With `again` one place
 * may be seen more than once: tried again, it is still the same row. `isTaken`: names of rows that are done.
 */
export function createDoubles(
  allowed: boolean,
  { again = false, isTaken = (_name: string): boolean => false } = {},
): Doubles {
  const sameAgain = new Map<string, Pick<CheckedRow, 'hash' | 'occurrence'>>();
  const people = new Map<string, string>();
  const pictures = new Map<string, string>();
  const occurrenceOf = countEqual(isTaken);

  const noteWhere = (seen: Map<string, string>, key: string | undefined, row: CheckedRow, what: string) => {
    if (key === undefined || allowed) return;
    const before = seen.get(key);
    if (before === undefined || before === row.place) seen.set(key, row.place);
    else row.problems.push(`${what} ${before}; --allow-same sends it all the same`);
  };

  return {
    note: (row) => {
      const before = sameAgain.get(row.place);
      if (before?.hash === row.hash) row.occurrence = before.occurrence;
      else {
        row.occurrence = occurrenceOf(row.hash);
        if (again) sameAgain.set(row.place, { hash: row.hash, occurrence: row.occurrence });
      }
      noteWhere(people, row.key, row, 'has the same name, email and phone as');
      for (const { view, pictureHash } of row.request.photos) {
        noteWhere(pictures, pictureHash?.slice(0, 24), row, `has for ${view} the same picture as`);
      }
    },
  };
}
