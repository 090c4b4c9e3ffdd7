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
