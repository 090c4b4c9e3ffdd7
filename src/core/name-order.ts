import { folded } from './folded.ts';

/** What stands behind a name's comma and is no first name: `King, Jr.`, `Rosa, Lda.` */
const NO_FIRST_NAME =
  /^(?:(?:jr|sr|junior|senior|ii|iii|iv|md|m\.d|phd|ph\.d|dds|esq|filho|neto|fils)\.?|(?:Dr|Prof|Ltd|Inc|LLC|Corp|Co|Lda|SA|S\.A|SL|S\.L|AG|KG|GmbH|SARL|Limited)\.?)$/iu;

/**
 * `Öztürk, Ayşe` → `Ayşe Öztürk`, and `King, Martin, Jr.` → `Martin King, Jr.`; undefined for what is no surname, a comma
 * and a first name.
 */
export function givenFirst(name: string): string | undefined {
  const [family = '', given = '', suffix, ...more] = name.split(',').map((part) => part.trim());
  if (family === '' || given === '' || NO_FIRST_NAME.test(given) || more.length > 0) return undefined;
  if (suffix === undefined) return `${given} ${family}`;
  return NO_FIRST_NAME.test(suffix) ? `${given} ${family}, ${suffix}` : undefined;
}

/** What stands before a name, in the five languages, and tells no two people apart. `sr` is a senior behind a name. */
const TITLES: ReadonlySet<string> = new Set([
  ...['dr', 'dra', 'prof', 'profa', 'med', 'dent', 'dipl', 'mag', 'frau', 'herr', 'fr', 'hr'],
  ...['mr', 'mrs', 'ms', 'miss', 'mx', 'mme', 'mlle', 'madame', 'monsieur'],
  ...['senhor', 'senhora', 'senor', 'senora', 'sra', 'srta', 'dott', 'dottssa'],
]);
const ALSO_IN_FRONT = 'sr';

/** Also `Prof.Dr.` */
const isTitle = (word: string): boolean => {
  const parts = folded(word).split('.').filter(Boolean);
  return parts.length > 0 && parts.every((part) => TITLES.has(part));
};

/** `Frau Dr. Huber, Anna` → `Huber, Anna`; a name that has nothing else stays. */
export function withoutTitles(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const begin = words.findIndex((word) => !isTitle(word) && folded(word).replace('.', '') !== ALSO_IN_FRONT);
  const left = words.slice(begin).filter((word) => !isTitle(word.replace(',', '')));
  return begin < 0 || left.length === 0 ? name : left.join(' ').replace(/,$/, '');
}

/** As `givenFirst`, with titles before it: `Frau Dr. Huber, Anna` → `Frau Dr. Anna Huber`. */
export function titledGivenFirst(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const titles = words.slice(
    0,
    words.findIndex((word) => !isTitle(word)),
  );
  const first = givenFirst(words.slice(titles.length).join(' '));
  return first === undefined ? undefined : [...titles, first].join(' ');
}

/** What a list is sorted by, beside the fields of a patient. */
export const SURNAME = 'surname';

/** `Lobo, Teresa` and `Teresa Lobo` → `Lobo Teresa`: what stands before the comma first, or else the last word. */
export function surnameFirst(name: string): string {
  if (givenFirst(name) !== undefined) return name.replaceAll(/\s*,\s*/g, ' ');
  const [plain = '', ...suffixes] = name.split(',');
  const words = plain.trim().split(/\s+/);
  return [...words.splice(-1), ...words, ...suffixes].map((part) => part.trim()).join(' ');
}
