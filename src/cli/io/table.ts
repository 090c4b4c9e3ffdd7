import Table from 'cli-table3';
import stringWidth from 'string-width';
import { COLUMN_GAP, fitColumns } from '../output/fit-columns.ts';

export interface TableColumn {
  title: string;
  /** Cut with `…` where the terminal is too narrow; an id or a state must be whole. */
  mayShrink: boolean;
}

/** Rows for a terminal, the columns' widths set by the first rows drawn and kept for later ones. */
export interface TerminalTable {
  /** Printable rows → lines, each with its line end; the first time with the titles above. */
  draw(rows: readonly (readonly string[])[]): string;
}

export function createTable(columns: readonly TableColumn[], width: number, title: (text: string) => string) {
  let widths: number[] | undefined;
  const draw = (rows: readonly (readonly string[])[]): string => {
    const isFirst = widths === undefined;
    widths ??= fitColumns(
      columns.map((column, at) => Math.max(...[column.title, ...rows.map((row) => row[at] ?? '')].map(cellWidth))),
      width,
      (at) => columns[at]!.mayShrink,
    );
    const lines = drawRows(rows, widths);
    return isFirst ? `${title(drawRows([columns.map((column) => column.title)], widths).trimEnd())}\n${lines}` : lines;
  };
  return { draw } satisfies TerminalTable;
}

const cellWidth = (text: string) => stringWidth(text);

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
