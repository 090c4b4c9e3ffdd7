import { folded } from './folded.ts';

// Letters with a dot, ring or stroke that people also write as two letters: `Müller` and `Mueller`, `Åse` and `Aase`. That
// `ß` is `ss` and `æ` is `ae` everybody's folding knows.

const AS_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const WRITTEN_AS_TWO = /[äöüøå]/;
const TWO = /[aou]e|aa/;

/** With more such letters a word is spelled out in all of them or in none. */
const MOST_LETTERS = 4;

/** Plain, and with each such letter as two: `Ångström` → angstrom, angstroem, aangstrom, aangstroem. */
export function spellingsOf(word: string): string[] {
  const parts = composed(word).split(/([äöüøå])/);
  const letters = (parts.length - 1) / 2;
  if (letters > MOST_LETTERS) return [folded(word), folded(parts.map((part) => AS_TWO[part] ?? part).join(''))];
  const spelled = parts.reduce<string[]>(
    (begun, part) => begun.flatMap((text) => [part, AS_TWO[part] ?? []].flat().map((next) => text + next)),
    [''],
  );
  return spelled.map(folded);
}

/** A word as it was typed, in each of its spellings. One that has none is itself alone: `ell` is no part of `Müller`. */
export const typedSpellings = (word: string): readonly string[] =>
  hasSpellings(word) ? spellingsOf(word) : [folded(word)];

/** Whether a word that was typed may be spelled in another way. */
export const hasSpellings = (word: string): boolean => WRITTEN_AS_TWO.test(composed(word)) || TWO.test(folded(word));

const composed = (word: string) => word.normalize('NFKC').toLowerCase();
