import type { CheckedRow } from './checked-row.ts';

/** What is looked at of a row. */
export interface DoubleFacts {
  place: string;
  key?: string | undefined;
  pictures: { view: string; keys: string[] }[];
  /** Made already: the other one is the slip. */
  isDone: boolean;
}

/**
 * Remembers the rows it is shown, and says which person or picture was there before. Those that are done come first.
 */
export interface Doubles {
  /** Problems of this row: none for one that is done. */
  note(row: DoubleFacts): string[];
}

/**
 * The same person twice in one list, or one picture for two patients, is nearly always a slip. A place that is shown
 * again is no second row.
 */
export function createDoubles(): Doubles {
  const people = new Map<string, string>();
  const pictures = new Map<string, string>();

  const placeBefore = (seen: Map<string, string>, keys: readonly string[], { place, isDone }: DoubleFacts) => {
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined && one !== place);
    if (before === undefined || isDone) for (const key of keys) seen.set(key, place);
    return isDone ? undefined : before;
  };

  return {
    note: (row) => {
      const problems: string[] = [];
      const person = row.key === undefined ? undefined : placeBefore(people, [row.key], row);
      if (person !== undefined) problems.push(problemOf('has the same name, email and phone as', person));
      for (const { view, keys } of row.pictures) {
        const picture = placeBefore(pictures, keys, row);
        if (picture !== undefined) problems.push(problemOf(`has for ${view} the same picture as`, picture));
      }
      return problems;
    },
  };
}

const problemOf = (what: string, place: string) => `${what} ${place}; --allow-same sends it all the same`;

/** Enough of a hash to tell pictures apart. */
const KEY_CHARACTERS = 24;

/** The pixels of what is done are not looked at again: it is known by its bytes. */
export const picturesOf = ({ request: { photos } }: Pick<CheckedRow, 'request'>): DoubleFacts['pictures'] =>
  photos.map(({ view, pictureHash, sha256 }) => ({
    view,
    keys: [pictureHash ?? [], sha256].flat().map((key) => key.slice(0, KEY_CHARACTERS)),
  }));
