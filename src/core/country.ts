import { slips } from '../system/nearest.ts';
import { shown } from './shown.ts';

/** Codes of two letters that Unicode defines but that are no countries: unions, a region of islands, test values. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** More suggestions help nobody. */
const MOST_SUGGESTED = 2;
const LONGEST_CODE = 3;
/** A slip in fewer letters makes another word. */
const LETTERS_A_SLIP = 5;
/** By so many slips a country is nearer than the next: `Austrla` may be Austria and Australia. */
const CLEARLY_FEWER = 2;

/**
 * A country's name, in English, the language of this machine or that of an office's spreadsheet, or its code of two
 * letters → the code.
 */
export function readCountry(typed: string): { code: string } | { problem: string } {
  const code = typed.trim().toUpperCase();
  if (isCountryCode(code)) return { code };
  const plain = withoutAccentsAndSigns(typed);
  const named = countryNames().get(plain) ?? namesOfOffices().get(plain);
  if (named !== undefined) return { code: named };
  return { problem: `${shown(typed)} is not a country that recon knows; ${suggestion(plain)}` };
}

function suggestion(word: string): string {
  const names = suggestedCodes(word).map(englishName);
  return names.length === 0 ? 'a name such as Spain or its code ES is taken' : `did you mean ${names.join(' or ')}?`;
}

function suggestedCodes(word: string): string[] {
  if (word.length < LONGEST_CODE) return successorsOf(word.toUpperCase());
  const same = comparedNames().find(({ name }) => name === word);
  if (same !== undefined) return [same.code];
  if (word.length === LONGEST_CODE) return shortened(word);
  // `Korea` is a word of two countries' names.
  const holding = comparedNames().filter(({ words }) => words.includes(word));
  const codes = [...new Set(holding.map(({ code }) => code))];
  return codes.length > 0 && codes.length <= MOST_SUGGESTED ? codes : clearlyNearest(word);
}

/** A code of three letters is mostly that of two and one more; `PRT` may be two of them, so neither is named. */
function shortened(word: string): string[] {
  const codes = countryCodes().map((code) => code.toLowerCase());
  const [only, ...others] = codes.filter((code) => code[0] === word[0] && slips(word, code) === 1);
  return only === undefined || others.length > 0 ? [] : [only.toUpperCase()];
}

/** The country with a name much nearer than any other country's: people take a suggestion over without a look. */
function clearlyNearest(word: string): string[] {
  const fewest = new Map<string, number>();
  for (const { name, code } of comparedNames()) {
    fewest.set(code, Math.min(slips(word, name), fewest.get(code) ?? Number.POSITIVE_INFINITY));
  }
  const [best, next] = [...fewest].toSorted(([, a], [, b]) => a - b);
  if (best === undefined || best[1] > word.length / LETTERS_A_SLIP) return [];
  return next !== undefined && next[1] - best[1] < CLEARLY_FEWER ? [] : [best[0]];
}

/** `PT` → `Portugal`; what is no code of a country stays as it is. */
export function countryName(code: string): string {
  const capitals = code.toUpperCase();
  return isCountryCode(capitals) ? (englishName(capitals) ?? code) : code;
}

let englishNames: Intl.DisplayNames | undefined;
/** Made when it is asked for: it takes 10 ms, which each Tab would pay. */
function englishName(code: string): string | undefined {
  englishNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return englishNames.of(code);
}

/** Whether it is a country's code today. A withdrawn one, such as YU, stands for another one in Unicode's tables. */
function isCountryCode(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.includes(code)) return false;
  return englishName(code) !== undefined && currentCode(code) === code;
}

const currentCode = (code: string) => new Intl.Locale(`und-${code}`).region;

/** The country whose code took the place of a withdrawn one. */
function successorsOf(code: string): string[] {
  const current = /^[A-Z]{2}$/.test(code) ? currentCode(code) : undefined;
  return current !== undefined && isCountryCode(current) ? [current] : [];
}

const countryCodes = () => LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountryCode);

let known: ReadonlyMap<string, string> | undefined;

/** Every name as it is looked up → its code. English wins over the machine's language. `UK` is a short name. */
function countryNames(): ReadonlyMap<string, string> {
  // It takes 10 ms.
  if (known !== undefined) return known;
  known = namesIn([machineLanguage(), 'en']);
  return known;
}

const machineLanguage = () => Intl.DateTimeFormat().resolvedOptions().locale;

/** The languages in which titles of spreadsheets are known. */
const OFFICES = ['de', 'es', 'fr', 'pt'];
let knownOfOffices: ReadonlyMap<string, string> | undefined;

/** The names in the languages of offices; no name stands for two countries in them. */
function namesOfOffices(): ReadonlyMap<string, string> {
  // An abbreviation of one language is another one's code: `É.-U.` are the United States.
  knownOfOffices ??= new Map([...namesIn(OFFICES)].filter(([name]) => name.length > LONGEST_CODE));
  return knownOfOffices;
}

interface ComparedName {
  name: string;
  words: string[];
  code: string;
}

let compared: readonly ComparedName[] | undefined;

/** The names that may be meant, in more languages than those that are taken. */
function comparedNames(): readonly ComparedName[] {
  compared ??= listedNames([...OFFICES, 'ca', machineLanguage(), 'en']).map(([text, code]) => ({
    name: withoutAccentsAndSigns(text),
    words: text.split(/[\s\p{P}\p{S}]+/u).map(withoutAccentsAndSigns),
    code,
  }));
  return compared;
}

/** Names as they are looked up → codes; a later language wins. */
const namesIn = (locales: readonly string[]): ReadonlyMap<string, string> =>
  new Map(listedNames(locales).map(([name, code]) => [withoutAccentsAndSigns(name), code]));

function listedNames(locales: readonly string[]): [name: string, code: string][] {
  const tables = locales.flatMap((locale) =>
    (['short', 'long'] as const).map(
      (style) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none', style }),
    ),
  );
  const codes = countryCodes();
  return tables.flatMap((table) =>
    codes.flatMap((code): [string, string][] => {
      const name = table.of(code) ?? '';
      return withoutAccentsAndSigns(name) === '' ? [] : [[name, code]];
    }),
  );
}

/** Accents of Latin letters, capitals, signs and spaces tell no two countries apart. */
const withoutAccentsAndSigns = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/\bst\b/g, 'saint')
    .replaceAll(/[\s\p{P}\p{S}]/gu, '');
