import type { PatientInput } from '../../contract/patient.ts';
import { listed } from '../draft.ts';
import { contactKeys, isSameOrdered, patientOfKey, sharedContacts } from '../same-person.ts';
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

/** What a row has in common with a row that was given before. */
export interface Duplicate {
  /** Of the row before. */
  place: string;
  /** Where it is most likely the same person, and not surely: what tells so. */
  likely?: string;
  /** Where pictures are in common: the views of the row, and in the same order those of the row before. */
  views?: { own: string[]; theirs: string[] };
  /** Nobody knows which of the two rows is right: the row before is not done, and is not of the same person. */
  isMutual: boolean;
}

/**
 * Remembers the rows it is given, done rows first, and tells what each repeats; nothing for a done row. The same person
 * twice in one list, be it with another accent or address, or one picture for two patients, is nearly always a mistake. A
 * place that is given again is not a second row.
 */
export function createDuplicates(): (row: DuplicateFacts) => Duplicate[] {
  const people = new Map<string, Seen>();
  const likePeople = new Map<string, LikelySeen[]>();
  const pictures = new Map<string, Seen>();

  const seenBefore = (seen: Map<string, Seen>, keys: readonly string[], row: DuplicateFacts, view = '') => {
    const { place, isDone } = row;
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined && one.place !== place);
    if (before === undefined || isDone) for (const key of keys) seen.set(key, { place, isDone, view });
    return isDone ? undefined : before;
  };

  /** The person of a row before, most likely. */
  const likelyBefore = ({ place, key, isDone }: DuplicateFacts): Pick<Duplicate, 'place' | 'likely'> | undefined => {
    if (key === undefined) return undefined;
    const patient = patientOfKey(key);
    const keys = contactKeys(patient);
    const others = isDone ? [] : keys.flatMap((one) => likePeople.get(one) ?? []);
    const before = others.find((one) => one.place !== place && sharedContacts(one.patient, patient).length > 0);
    if (before !== undefined) return { place: before.place, likely: likelyText(before.patient, patient) };
    for (const one of keys) likePeople.set(one, [...(likePeople.get(one) ?? []), { place, patient }]);
    return undefined;
  };

  return (row) => {
    const same = row.key === undefined ? undefined : seenBefore(people, [row.key], row);
    const person = same === undefined ? likelyBefore(row) : { place: same.place };
    const shared = new Map<string, Duplicate & { views: NonNullable<Duplicate['views']> }>();
    for (const { view, keys } of row.pictures) {
      const before = seenBefore(pictures, keys, row, view);
      if (before === undefined) continue;
      const { place, isDone } = before;
      const { own, theirs } = shared.get(place)?.views ?? { own: [], theirs: [] };
      const views = { own: [...own, view], theirs: [...theirs, before.view] };
      shared.set(place, { place, views, isMutual: !isDone && place !== person?.place });
    }
    return [...(person === undefined ? [] : [{ ...person, isMutual: false }]), ...shared.values()];
  };
}

/** Where a person or a picture stands. */
interface Seen {
  place: string;
  view: string;
  isDone: boolean;
}

interface LikelySeen {
  place: string;
  patient: PatientInput;
}

/** Whether two keys of people are of one person, surely or most likely. */
export function isOnePerson(key: string | undefined, other: string | undefined): boolean {
  if (key === undefined || other === undefined) return key === other;
  return key === other || sharedContacts(patientOfKey(key), patientOfKey(other)).length > 0;
}

/** What two have in common. */
function likelyText(one: PatientInput, other: PatientInput): string {
  const contacts = listed(sharedContacts(one, other));
  return isSameOrdered(one.name, other.name)
    ? `the same name and ${contacts}`
    : `the same ${contacts}, and the same name but for accents, order or titles`;
}

/** The problem of a row; `id` is the patient that was made of the row it repeats, where one was. */
export const duplicateText = ({ place, likely, views }: Duplicate, id?: string): string => {
  if (likely !== undefined) {
    const made = id === undefined ? '' : `, of which patient ${id} was made`;
    return `is most likely the same person as ${place}${made}: ${likely}; ${leaveOut(2)}`;
  }
  const what = views === undefined ? 'has the same name, email and phone as' : pictureWords(views.own);
  return `${what} ${place}${id === undefined ? '' : `, of which patient ${id} was made`}; ${leaveOut(2)}`;
};

/**
 * The problem of a row whose pictures in these views are also those of others, which are named in words; `count` is how
 * many rows there are with this one.
 */
export const samePictures = (views: readonly string[], others: string, count: number): string =>
  `${pictureWords(views)} ${others}; ${leaveOut(count)}`;

/** The same of all these rows in one sentence about them; `count` is how many there are. */
export const samePicturesOfAll = (views: readonly string[], count: number): string =>
  `have the same ${pictureNoun(views)} for ${listed(views)}; ${leaveOut(count)}`;

const pictureWords = (views: readonly string[]) => `has for ${listed(views)} the same ${pictureNoun(views)} as`;

const pictureNoun = (views: readonly string[]) => (views.length === 1 ? 'picture' : 'pictures');

const leaveOut = (count: number) => `leave ${count === 2 ? 'one of them' : 'all but one'} out`;

/** Whether a problem of a row is that it repeats another. */
export const isOfSame = (problem: string): boolean => / leave (?:one of them|all but one) out$/.test(problem);

/** This much of a hash is enough to tell pictures apart. */
const KEY_CHARACTERS = 24;

/** Photos of done rows are not decoded again, so they are compared by their bytes. */
export const picturesOf = ({ request: { photos } }: Pick<CheckedRow, 'request'>): Pictures =>
  photos.map(({ view, pictureHash, sha256 }) => ({
    view,
    keys: [pictureHash ?? [], sha256].flat().map((key) => key.slice(0, KEY_CHARACTERS)),
  }));
