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

/** What a list is sorted by, beside the fields of a patient. */
export const SURNAME = 'surname';

/** `Lobo, Teresa` and `Teresa Lobo` → `Lobo Teresa`: what stands before the comma first, or else the last word. */
export function surnameFirst(name: string): string {
  if (givenFirst(name) !== undefined) return name.replaceAll(/\s*,\s*/g, ' ');
  const [plain = '', ...suffixes] = name.split(',');
  const words = plain.trim().split(/\s+/);
  return [...words.splice(-1), ...words, ...suffixes].map((part) => part.trim()).join(' ');
}
