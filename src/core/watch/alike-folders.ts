import {
  createDuplicates,
  type Duplicate,
  type DuplicateFacts,
  duplicateText,
  isOnePerson,
} from '../import/duplicates.ts';
import { contactKeys, patientOfKey } from '../same-person.ts';

/** What a folder shows, and whom; done as soon as it is being sent. */
export interface FolderFacts extends DuplicateFacts {
  /** The patient that was made of it. */
  id?: string | undefined;
}

/** Remembers what the folders of a watch show. */
export interface AlikeFolders {
  /** Takes a folder, or what is new of it; what was sent of it before is remembered too. */
  put(facts: FolderFacts): void;
  /** Tells whether a folder is sent or done now, and of which patient. */
  set(place: string, state: Pick<FolderFacts, 'isDone' | 'id'>): void;
  /** Forgets a folder that is gone, unless it was sent. */
  forget(place: string): void;
  /**
   * What keeps a folder from being sent, in sentences, and the places that it repeats: the pictures of any other
   * folder, since nobody knows whose they are, or the person of one that came before.
   */
  problemsOf(place: string): { texts: string[]; others: ReadonlySet<string> };
}

export function createAlikeFolders(): AlikeFolders {
  const folders = new Map<string, FolderFacts & { order: number }>();
  const placesOf = new Map<string, Set<string>>();
  let order = 0;

  return {
    put: (facts) => {
      const before = folders.get(facts.place);
      const sent = before?.isDone ? before : undefined;
      order += 1;
      folders.set(facts.place, {
        ...facts,
        pictures: [...facts.pictures, ...(sent?.pictures ?? [])],
        isDone: facts.isDone || sent !== undefined,
        id: facts.id ?? sent?.id,
        order: before?.order ?? order,
      });
      for (const key of keysOf(facts)) placesOf.set(key, (placesOf.get(key) ?? new Set()).add(facts.place));
    },
    set: (place, state) => {
      const facts = folders.get(place);
      if (facts !== undefined) folders.set(place, { ...facts, ...state });
    },
    forget: (place) => {
      if (folders.get(place)?.isDone === false) folders.delete(place);
    },
    problemsOf: (place) => {
      const facts = folders.get(place);
      if (facts === undefined || facts.isDone) return { texts: [], others: new Set() };
      const near = new Set(keysOf(facts).flatMap((key) => [...(placesOf.get(key) ?? [])]));
      const others = [...near].flatMap((one) => (one === place ? [] : (folders.get(one) ?? [])));
      // Of one person twice, the first is right.
      const counted = others.filter((one) => one.isDone || !isOnePerson(one.key, facts.key) || one.order < facts.order);
      const duplicatesOf = createDuplicates();
      counted.sort((a, b) => Number(b.isDone) - Number(a.isDone) || a.order - b.order).forEach(duplicatesOf);
      const duplicates: Duplicate[] = duplicatesOf(facts);
      return {
        texts: duplicates.map((one) => duplicateText(one, folders.get(one.place)?.id)),
        others: new Set(duplicates.map((one) => one.place)),
      };
    },
  };
}

const keysOf = ({ key, pictures }: FolderFacts) => [
  ...(key === undefined ? [] : [`person ${key}`, ...contactKeys(patientOfKey(key))]),
  ...pictures.flatMap(({ keys }) => keys),
];
