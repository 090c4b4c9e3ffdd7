/** Accents of Latin, Greek and Cyrillic, and signs that Hebrew and Arabic leave out; in other scripts a mark is a letter. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Letters that are not taken apart into a plain one and its accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
};

/** Text without what people leave out: accents and capitals. What is no text is an empty one. */
export const folded = (value: unknown): string =>
  (typeof value === 'string' ? value : '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ACCENTS, '')
    .replaceAll(/[ßæœøłđðþħı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
