import type { TextFilters } from './patient-search.ts';

/** A long filter is found by a few of its grams as well as by all. */
const MOST_GRAMS = 12;
/** The characters before and after the space of a joint, as in migration 006 of both databases; what tells most first. */
const JOINT_SIZES = [
  [3, 3],
  [2, 2],
  [3, 1],
  [1, 3],
] as const;

/** Grams of migration 005 that every match has. */
export function gramsOf({ name, email }: TextFilters): string[] {
  const all = [
    ...(name !== undefined && 'word' in name ? [`w${name.word}`] : []),
    ...(name !== undefined && 'part' in name ? triples(name.part).map((triple) => `n${triple}`) : []),
    ...(email !== undefined && 'part' in email ? triples(email.part).map((triple) => `e${triple}`) : []),
  ];
  const different = [...new Set(all)];
  const step = Math.max(1, different.length / MOST_GRAMS);
  return different.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function triples(text: string): string[] {
  const characters = charactersOf(text);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
}

/** Joints of migration 006 that every match has; none if more than a name is looked for, which a joint cannot decide. */
export function jointsOf({ name, email }: TextFilters): string[] {
  if (name === undefined || 'word' in name || email !== undefined) return [];
  const characters = charactersOf(name.part);
  return characters.flatMap((character, at) => {
    const size = JOINT_SIZES.find(([before, after]) => before <= at && at + after < characters.length);
    if (character !== ' ' || size === undefined) return [];
    return [characters.slice(at - size[0], at + size[1] + 1).join('')];
  });
}

/** As SQLite counts them. */
const charactersOf = (text: string): string[] => [...text.replace(/\p{Surrogate}/gu, '\ufffd')];
