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

/** Of a row that was given before, and shows what a later one shows: nobody knows which of the two is right. */
export type OnEarlier = (place: string, problem: string) => void;

/**
 * Remembers the rows it is given, done rows first, and returns the problems of each; none for a done row. The same
 * person twice in one list, or one picture for two patients, is nearly always a mistake. A place that is given again is
 * not a second row. Of a picture of two people `onEarlier` is told for the row before, unless that is done.
 */
export function createDuplicates(onEarlier: OnEarlier = () => {}): (row: DuplicateFacts) => string[] {
  const people = new Map<string, Seen>();
  const pictures = new Map<string, Seen>();

  const seenBefore = (seen: Map<string, Seen>, keys: readonly string[], row: DuplicateFacts, view = '') => {
    const { place, isDone } = row;
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined && one.place !== place);
    if (before === undefined || isDone) for (const key of keys) seen.set(key, { place, isDone, view });
    return isDone ? undefined : before;
  };

  return (row) => {
    const problems: string[] = [];
    const person = row.key === undefined ? undefined : seenBefore(people, [row.key], row);
    if (person !== undefined) problems.push(sameAs('has the same name, email and phone as', person.place));
    const shared = new Map<string, { isDone: boolean; own: string[]; theirs: string[] }>();
    for (const { view, keys } of row.pictures) {
      const before = seenBefore(pictures, keys, row, view);
      if (before === undefined) continue;
      const { own, theirs } = shared.get(before.place) ?? { own: [], theirs: [] };
      const views = { own: [...own, view], theirs: [...theirs, before.view] };
      shared.set(before.place, { isDone: before.isDone, ...views });
    }
    for (const [place, { isDone, own, theirs }] of shared) {
      problems.push(samePictures(own, place));
      if (!isDone && place !== person?.place) onEarlier(place, samePictures(theirs, row.place));
    }
    return problems;
  };
}

/** Where a person or a picture stands. */
interface Seen {
  place: string;
  view: string;
  isDone: boolean;
}

const samePictures = (views: readonly string[], place: string) =>
  sameAs(`has for ${listed(views)} the same ${views.length === 1 ? 'picture' : 'pictures'} as`, place);

const ALLOWED = '--allow-same sends both';

/** Whether `--allow-same` is all that a problem of a list needs, where both are right. */
export const isOfSame = (problem: string): boolean => problem.endsWith(ALLOWED);

const sameAs = (what: string, place: string) => `${what} ${place}; leave one of them out, or ${ALLOWED}`;

/** This much of a hash is enough to tell pictures apart. */
const KEY_CHARACTERS = 24;

/** Photos of done rows are not decoded again, so they are compared by their bytes. */
export const picturesOf = ({ request: { photos } }: Pick<CheckedRow, 'request'>): Pictures =>
  photos.map(({ view, pictureHash, sha256 }) => ({
    view,
    keys: [pictureHash ?? [], sha256].flat().map((key) => key.slice(0, KEY_CHARACTERS)),
  }));
