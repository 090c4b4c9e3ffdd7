import { listed } from '../draft.ts';
import type { CheckedRow } from './checked-row.ts';

/** The photos of a row; pictures are the same if one of their keys is. */
export type Pictures = readonly { view: string; keys: string[] }[];

/** The facts of a row that are compared. */
export interface DuplicateFacts {
  place: string;
  key?: string | undefined;
  pictures: Pictures;
  /** The row is done, so a row that repeats it is the mistake. */
  isDone: boolean;
}

/**
 * Remembers the rows it is given, done rows first, and returns the problems of each; none for a done row. The same
 * person twice in one list, or one picture for two patients, is nearly always a mistake. A place that is given again is
 * not a second row.
 */
export function createDuplicates(): (row: DuplicateFacts) => string[] {
  const people = new Map<string, string>();
  const pictures = new Map<string, string>();

  const placeBefore = (seen: Map<string, string>, keys: readonly string[], { place, isDone }: DuplicateFacts) => {
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined && one !== place);
    if (before === undefined || isDone) for (const key of keys) seen.set(key, place);
    return isDone ? undefined : before;
  };

  return (row) => {
    const problems: string[] = [];
    const person = row.key === undefined ? undefined : placeBefore(people, [row.key], row);
    if (person !== undefined) problems.push(sameAs('has the same name, email and phone as', person));
    const viewsOf = new Map<string, string[]>();
    for (const { view, keys } of row.pictures) {
      const picture = placeBefore(pictures, keys, row);
      if (picture !== undefined) viewsOf.set(picture, [...(viewsOf.get(picture) ?? []), view]);
    }
    for (const [place, views] of viewsOf) {
      problems.push(
        sameAs(`has for ${listed(views)} the same ${views.length === 1 ? 'picture' : 'pictures'} as`, place),
      );
    }
    return problems;
  };
}

const sameAs = (what: string, place: string) => `${what} ${place}; leave one of them out, or --allow-same sends both`;

/** This much of a hash is enough to tell pictures apart. */
const KEY_CHARACTERS = 24;

/** Photos of done rows are not decoded again, so they are compared by their bytes. */
export const picturesOf = ({ request: { photos } }: Pick<CheckedRow, 'request'>): Pictures =>
  photos.map(({ view, pictureHash, sha256 }) => ({
    view,
    keys: [pictureHash ?? [], sha256].flat().map((key) => key.slice(0, KEY_CHARACTERS)),
  }));
