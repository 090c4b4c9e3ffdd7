/** Letters and signs that take one cell each: Latin, Greek, Cyrillic, Armenian, and a few of our own. */
const ONE_CELL_EACH = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u1e00-\u1fff–…⏎]*$/;

export type TextWidth = (text: string) => number;

/**
 * How many cells of a terminal a text takes. The library that knows emoji and wide scripts costs
 * more to load than everything else together, so it is only loaded for texts that need it.
 */
export async function loadTextWidth(texts: Iterable<string>): Promise<TextWidth> {
  for (const text of texts) {
    if (!ONE_CELL_EACH.test(text)) return (await import('string-width')).default;
  }
  return (text) => text.length;
}

/** Scripts and signs that take two cells, and marks that take none. Of a joiner some programs think that it takes one. */
const TWO_CELLS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const NO_CELL = /\p{Mn}|\p{Me}|\ufe0f/u;

/** Near enough to break and cut sentences by, and there at once. */
export const roughTextWidth: TextWidth = (text) =>
  [...text].reduce((sum, sign) => sum + (NO_CELL.test(sign) ? 0 : TWO_CELLS.test(sign) ? 2 : 1), 0);

/** Fills up to `width` cells with spaces. */
export function padCell(text: string, width: number, textWidth: TextWidth): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The first of several ways to say it that takes no more than `width` cells; the last where none does. */
export function firstThatFits(ways: readonly string[], width: number): string {
  return ways.find((way) => roughTextWidth(way) <= width) ?? ways.at(-1)!;
}

/** Cut with `…` where it is wider than `width` cells. */
export function cutCell(text: string, width: number, textWidth: TextWidth): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (textWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
