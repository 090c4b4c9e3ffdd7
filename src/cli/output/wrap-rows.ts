import { loadTextWidth, type TextWidth } from '../io/text-width.ts';
import { fitColumns } from './fit-columns.ts';
import { wrapped } from './wrapped.ts';

/** Rows of a table that is wider than the terminal → more rows that are not: what a column cannot hold goes on below. */
export async function wrapRows(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): Promise<string[][]> {
  const textWidth = await loadTextWidth(rows.flat());
  const columns = titles.map((title, at) => {
    const cells = [title, ...rows.map((row) => row[at]!)];
    return {
      natural: widest(cells, textWidth),
      leastWidth: widest(
        cells.flatMap((cell) => cell.split(' ')),
        textWidth,
      ),
      decidingWidth: textWidth(title),
    };
  });
  const widths = fitColumns(
    columns.map(({ natural }) => natural),
    width,
    columns,
  );
  return rows.flatMap((row) => {
    const cells = row.map((cell, at) =>
      wrapped(cell, widths[at]!, textWidth).flatMap((line) => brokenWord(line, widths[at]!, textWidth)),
    );
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''));
  });
}

const widest = (texts: readonly string[], textWidth: TextWidth) => Math.max(...texts.map(textWidth));

/** A word that no column can hold, such as a long path, in pieces. */
function brokenWord(word: string, width: number, textWidth: TextWidth): string[] {
  if (textWidth(word) <= width) return [word];
  const pieces = [''];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (textWidth(pieces.at(-1)! + segment) > width) pieces.push('');
    pieces[pieces.length - 1] += segment;
  }
  return pieces;
}
