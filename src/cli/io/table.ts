import Table from 'cli-table3';
import { COLUMN_GAP, fitColumns } from '../output/fit-columns.ts';
import { loadTextWidth } from './text-width.ts';

export interface TableColumn {
  title: string;
  /** Cut with `…` down to this where the terminal is too narrow; Infinity for what must be whole. */
  leastWidth: number;
}

export type TerminalTable = ReturnType<typeof createTable>;

/** Rows for a terminal, the columns' widths set by the first rows drawn and kept for later ones. */
export function createTable(columns: readonly TableColumn[], width: number, title: (text: string) => string) {
  let widths: number[] | undefined;
  const widthsFor = async (rows: readonly (readonly string[])[]) => {
    const cells = columns.map(({ title }, at) => [title, ...rows.map((row) => row[at] ?? '')]);
    const textWidth = await loadTextWidth(cells.flat());
    const natural = cells.map((column) => Math.max(...column.map(textWidth)));
    return fitColumns(natural, width, (at) => columns[at]!.leastWidth);
  };
  /** Printable rows → lines, each with its line end; the first time with the titles above. */
  const draw = async (rows: readonly (readonly string[])[]): Promise<string> => {
    const isFirst = widths === undefined;
    widths ??= await widthsFor(rows);
    const lines = drawRows(rows, widths);
    return isFirst ? `${title(drawRows([columns.map((column) => column.title)], widths).trimEnd())}\n${lines}` : lines;
  };
  return { draw };
}

const NO_BORDER = Object.fromEntries(
  ['top', 'bottom', 'left', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat('mid', 'mid-mid', 'middle')
    .map((name) => [name, '']),
);

function drawRows(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  if (rows.length === 0) return '';
  const table = new Table({
    chars: NO_BORDER,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': COLUMN_GAP, compact: true },
    // The library counts the padding as part of the column.
    colWidths: widths.map((width) => width + COLUMN_GAP),
    truncate: '…',
  });
  for (const row of rows) table.push([...row]);
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
