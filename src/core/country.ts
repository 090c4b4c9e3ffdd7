import { nearest } from './nearest.ts';
import { shown } from './shown.ts';

/** Codes of two letters that Unicode defines but that are no countries: unions, a region of islands, test values. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** More suggestions help nobody. */
const MOST_SUGGESTED = 3;

/**
 * A country's name, in English, the language of this machine or that of an office's spreadsheet, or its code of two
 * letters → the code.
 */
export function readCountry(typed: string): { code: string } | { problem: string } {
  const code = typed.trim().toUpperCase();
  if (isCountryCode(code)) return { code };
  const names = countryNames();
  const plain = withoutAccentsAndSigns(typed);
  const named = names.get(plain) ?? namesOfOffices().get(plain);
  if (named !== undefined) return { code: named };
  return { problem: `${shown(typed)} is no country's name or ISO 3166 code of two letters${suggestion(typed, names)}` };
}

function suggestion(typed: string, names: ReadonlyMap<string, string>): string {
  const codes = [...new Set(suggestedCodes(withoutAccentsAndSigns(typed), names))].slice(0, MOST_SUGGESTED);
  const words = codes.map((code) => `${code} (${englishName(code)})`);
  return words.length === 0 ? ', such as DE (Germany)' : `; did you mean ${words.join(' or ')}?`;
}

function suggestedCodes(word: string, names: ReadonlyMap<string, string>): string[] {
  if (word.length < 3) return successorsOf(word.toUpperCase());
  // `Congo` and `Korea` are parts of two names each.
  const holding = [...names].filter(([name]) => word.length > 3 && name.includes(word)).map(([, code]) => code);
  if (holding.length > 0) return holding;
  // A code of three letters is mostly that of two and one more.
  const codes = word.length > 3 ? [] : countryCodes().map((code) => code.toLowerCase());
  const words = [...names.keys(), ...codes.filter((code) => code[0] === word[0])];
  return nearest(word, words).map((one) => names.get(one) ?? one.toUpperCase());
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const englishName = (code: string) => englishNames.of(code);

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
  const here = Intl.DateTimeFormat().resolvedOptions().locale;
  known = namesIn([here, 'en']);
  return known;
}

const LONGEST_CODE = 3;
let knownOfOffices: ReadonlyMap<string, string> | undefined;

/** The names in the languages in which titles of spreadsheets are known; no name stands for two countries in them. */
function namesOfOffices(): ReadonlyMap<string, string> {
  // An abbreviation of one language is another one's code: `É.-U.` are the United States.
  knownOfOffices ??= new Map([...namesIn(['de', 'es', 'fr', 'pt'])].filter(([name]) => name.length > LONGEST_CODE));
  return knownOfOffices;
}

/** Names → codes; a later language wins. */
function namesIn(locales: readonly string[]): ReadonlyMap<string, string> {
  const tables = locales.flatMap((locale) =>
    (['short', 'long'] as const).map(
      (style) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none', style }),
    ),
  );
  const codes = countryCodes();
  const named = tables.flatMap((table) =>
    codes.map((code) => [withoutAccentsAndSigns(table.of(code) ?? ''), code] as const),
  );
  return new Map(named.filter(([name]) => name !== ''));
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
