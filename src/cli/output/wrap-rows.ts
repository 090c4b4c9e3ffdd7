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
  const wished = measured(titles, rows, textWidth, inFewLines);
  const columns = taken(wished) > width ? measured(titles, rows, textWidth, longestWord) : wished;
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

/**
 * Which columns stay where short cells have no room in two lines each: one spare column after the other goes. The last
 * one goes only where the longest words of all have no room.
 */
export async function columnsForWords(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { width, spare }: { width: number; spare: readonly number[] },
): Promise<number[]> {
  const textWidth = await loadTextWidth(rows.flat());
  const kept = new Set(titles.keys());
  for (const [nth, at] of spare.entries()) {
    const columns = measured(titles, rows, textWidth, nth === spare.length - 1 ? longestWord : inFewLines);
    if (taken([...kept].map((one) => columns[one]!)) > width) kept.delete(at);
  }
  return [...kept];
}

/** Cells of a text that is read at one look: broken over three lines and more, it is not. */
const SHORT_CELL = 40;

function inFewLines(cell: string, textWidth: TextWidth): number {
  const whole = textWidth(cell);
  if (whole > SHORT_CELL) return longestWord(cell, textWidth);
  const words = cell.split(' ');
  const breaks = words.map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)].map((line) => line.join(' ')));
  return Math.min(...breaks.map((lines) => widest(lines, textWidth)));
}

const longestWord = (cell: string, textWidth: TextWidth) => widest(cell.split(' '), textWidth);

function measured(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  textWidth: TextWidth,
  leastOf: (cell: string, textWidth: TextWidth) => number,
) {
  return titles.map((title, at) => {
    const cells = [title, ...rows.map((row) => row[at]!)];
    return {
      natural: widest(cells, textWidth),
      leastWidth: Math.max(...cells.map((cell) => leastOf(cell, textWidth))),
      decidingWidth: textWidth(title),
    };
  });
}

const taken = (columns: readonly { leastWidth: number }[]) =>
  columns.reduce((sum, { leastWidth }) => sum + leastWidth + COLUMN_GAP, -COLUMN_GAP);

const widest = (texts: readonly string[], textWidth: TextWidth) => Math.max(...texts.map(textWidth));
