import Table from 'cli-table3';
import { COLUMN_GAP, columnsWithRoom, type FittedColumn, fitColumns } from '../output/fit-columns.ts';
import { cutCell, loadTextWidth, padCell, type TextWidth } from './text-width.ts';

export interface TableColumn extends FittedColumn {
  title: string;
}

/** A printable text, or one with its style, and with fewer words for a column that it is too wide for. */
export type Cell =
  | string
  | { text: string; shorter?: readonly string[] | undefined; style?: ((text: string) => string) | undefined };

export type TerminalTable = ReturnType<typeof createTable>;

/** Rows for a terminal, the columns and their widths set by the first rows drawn and kept for later ones. */
export function createTable(columns: readonly TableColumn[], width: number, title: (text: string) => string) {
  let fitted: { at: number; width: number }[] | undefined;
  const settle = (rows: readonly (readonly Cell[])[], textWidth: TextWidth) => {
    const natural = columns.map(({ title }, at) =>
      Math.max(...[title, ...rows.map((row) => textOf(row[at]))].map(textWidth)),
    );
    const room = width - Math.max(0, ...rows.map((row) => extraCells(row.map(textOf), textWidth)));
    const kept = columnsWithRoom(natural, room, columns);
    const widths = fitColumns(
      kept.map((at) => natural[at]!),
      room,
      kept.map((at) => columns[at]!),
    );
    // Fewer words may leave room.
    const taken = (at: number, width: number) =>
      Math.max(...[columns[at]!.title, ...rows.map((row) => shownText(row[at], width, textWidth))].map(textWidth));
    const settled = kept.map((at, nth) => ({ at, width: Math.min(widths[nth]!, taken(at, widths[nth]!)) }));
    let left = room - settled.reduce((sum, { width }) => sum + width, COLUMN_GAP * (settled.length - 1));
    // A column whose texts have fewer words is as wide as these; the others are cut for no room that is left.
    const hasFewerWords = (at: number) =>
      rows.some((row) => typeof row[at] === 'object' && row[at].shorter !== undefined);
    return settled.map(({ at, width }) => {
      const more = hasFewerWords(at) ? 0 : Math.max(0, Math.min(left, natural[at]! - width));
      left -= more;
      return { at, width: width + more };
    });
  };
  /** Printable rows → lines, each with its line end; the first time with the titles above. */
  const draw = async (rows: readonly (readonly Cell[])[]): Promise<string> => {
    const texts = rows.flatMap((row) => row.map(textOf));
    const textWidth = await loadTextWidth(texts);
    const isFirst = fitted === undefined;
    fitted ??= settle(rows, textWidth);
    const places = fitted;
    const line = (row: readonly Cell[]) =>
      drawRow(places.map(({ at, width }, nth) => cellText(row[at] ?? '', width, nth === places.length - 1, textWidth)));
    const head = isFirst ? `${title(line(columns.map((column) => column.title)))}\n` : '';
    return head + rows.map((row) => `${line(row)}\n`).join('');
  };
  return { draw };
}

const NO_BORDER = Object.fromEntries(
  ['top', 'bottom', 'left', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat('mid', 'mid-mid', 'middle')
    .map((name) => [name, '']),
);

/** A table of its own: several rows would be filled up by the package's measure of wide letters, which is not ours. */
function drawRow(cells: readonly string[]): string {
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': COLUMN_GAP, compact: true };
  const table = new Table({ chars: NO_BORDER, style });
  table.push([...cells]);
  return table.toString().trimEnd();
}

/**
 * Cells that a row may take beyond its measure: some terminals draw the parts of a joined emoji one after another. The
 * row must not be broken for that.
 */
function extraCells(texts: readonly string[], textWidth: TextWidth): number {
  const joined = texts.filter((text) => text.includes('\u200d'));
  return joined.reduce((sum, text) => sum + apart(text, textWidth) - textWidth(text), 0);
}

const apart = (text: string, textWidth: TextWidth) => [...text].reduce((sum, sign) => sum + textWidth(sign), 0);

const textOf = (cell: Cell = '') => (typeof cell === 'string' ? cell : cell.text);

/** The most words that fit. */
function shownText(cell: Cell = '', width: number, textWidth: TextWidth): string {
  const ways = [textOf(cell), ...((typeof cell !== 'string' && cell.shorter) || [])];
  return cutCell(ways.find((way) => textWidth(way) <= width) ?? ways.at(-1)!, width, textWidth);
}

/** The style ends with the text, so that no colour runs on. */
function cellText(cell: Cell, width: number, isLast: boolean, textWidth: TextWidth): string {
  const text = shownText(cell, width, textWidth);
  const styled = typeof cell === 'string' || cell.style === undefined ? text : cell.style(text);
  return isLast ? styled : styled + padCell(text, width, textWidth).slice(text.length);
}
