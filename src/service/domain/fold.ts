/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' };

/** Text in the form that list filters compare: without accents and in lower case. */
export function foldText(text: string | null | undefined): string {
  const lower = (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return lower.replace(/[ßłøđıæœ]/g, (letter) => LETTERS[letter]!);
}

/** A `LIKE` pattern (with `escape '\'`) that finds the text anywhere. */
export function containsPattern(text: string): string {
  return `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
}
