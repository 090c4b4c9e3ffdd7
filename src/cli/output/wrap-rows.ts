import { loadTextWidth, type TextWidth } from '../io/text-width.ts';
import { COLUMN_GAP, fitColumns } from './fit-columns.ts';
import { brokenLines } from './wrapped.ts';

/** Rows of a table that is wider than the terminal → more rows that are not: what a column cannot hold goes on below. */
export async function wrapRows(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): Promise<string[][]> {
  const textWidth = await loadTextWidth(rows.flat());
  const columns = measured(titles, rows, textWidth);
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

/** Which columns stay where the longest words of all have no room: one spare column after the other goes. */
export async function columnsForWords(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { width, spare }: { width: number; spare: readonly number[] },
): Promise<number[]> {
  const columns = measured(titles, rows, await loadTextWidth(rows.flat()));
  const kept = new Set(columns.keys());
  const taken = () => [...kept].reduce((sum, at) => sum + columns[at]!.leastWidth + COLUMN_GAP, -COLUMN_GAP);
  for (const at of spare) if (taken() > width) kept.delete(at);
  return [...kept];
}

function measured(titles: readonly string[], rows: readonly (readonly string[])[], textWidth: TextWidth) {
  return titles.map((title, at) => {
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
}

const widest = (texts: readonly string[], textWidth: TextWidth) => Math.max(...texts.map(textWidth));
