import type { TextFilter } from '../storage/patient-search.ts';

/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' };

/** Text in the form that list filters compare: without accents and in lower case. */
export function foldText(text: string | null | undefined): string {
  const lower = (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return lower.replace(/[ßłøđıæœ]/g, (letter) => LETTERS[letter]!);
}

/** A filter of one or two characters would be contained in almost every name: it must begin a word instead. */
const SHORTEST_PART = 3;

/** The form of a filter that finds the text; undefined if it lets everything through. */
export function textFilter(text: string | undefined): TextFilter | undefined {
  const part = foldText(text);
  if (part === '') return undefined;
  const word = part.trim();
  return [...part].length >= SHORTEST_PART || word === '' ? { part } : { word };
}
