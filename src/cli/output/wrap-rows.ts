import { loadTextWidth, type TextWidth } from '../io/text-width.ts';
import { fitColumns } from './fit-columns.ts';
import { brokenLines } from './wrapped.ts';

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
    const cells = row.map((cell, at) => brokenLines(cell, widths[at]!, textWidth));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''));
  });
}

const widest = (texts: readonly string[], textWidth: TextWidth) => Math.max(...texts.map(textWidth));
