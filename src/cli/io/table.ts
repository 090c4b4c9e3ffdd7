import Table from 'cli-table3';
import { COLUMN_GAP, columnsWithRoom, type FittedColumn, fitColumns, LEAST_WIDTH } from '../output/fit-columns.ts';
import { cutCell, loadTextWidth, padCell, type TextWidth } from './text-width.ts';

export interface TableColumn extends FittedColumn {
  title: string;
}

/** A printable text, or one with its style, and with fewer words for a column that it is too wide for. */
export type Cell =
  | string
  | { text: string; shorter?: readonly string[] | undefined; style?: ((text: string) => string) | undefined };

export type TerminalTable = ReturnType<typeof createTable>;

/** A column that is shown, by its number, and its cells. */
interface Place {
  at: number;
  width: number;
}

/** Rows for a terminal, the columns and their widths set by the first rows drawn and kept for later ones. */
export function createTable(columns: readonly TableColumn[], width: number, title: (text: string) => string) {
  let places: Place[] | undefined;
  /** Printable rows → lines, each with its line end; the first time with the titles above. */
  const draw = async (rows: readonly (readonly Cell[])[]): Promise<string> => {
    const texts = rows.flatMap((row) => row.map(textOf));
    const textWidth = await loadTextWidth(texts);
    const isFirst = places === undefined;
    places ??= placesIn(columns, rows, { width, textWidth });
    const settled = places;
    const line = (given: readonly Cell[]) => {
      const row = withRoomForLast(given, settled, { width, textWidth });
      const last = lastRoom(row, settled, { width, textWidth });
      return drawRow(
        settled.map((place, nth) => {
          const isLast = nth === settled.length - 1;
          return cellText(row[place.at] ?? '', isLast ? last : place.width, isLast, textWidth);
        }),
      );
    };
    const head = isFirst ? `${title(line(columns.map((column) => column.title)))}\n` : '';
    return head + rows.map((row) => `${line(row)}\n`).join('');
  };
  /** Of the columns that had room, once rows are drawn. */
  const titles = (): string[] => (places ?? []).map(({ at }) => columns[at]!.title);
  return { draw, titles };
}

interface Paper {
  /** Cells of a row. */
  width: number;
  textWidth: TextWidth;
}

/**
 * The last column of a row gives way to a joined emoji before it, but loses no words: then the first sign of the emoji is
 * enough.
 */
function withRoomForLast(row: readonly Cell[], places: readonly Place[], paper: Paper): readonly Cell[] {
  const { at, width } = places.at(-1)!;
  const shownIn = (room: number) => shownText(row[at], room, paper.textWidth);
  const room = lastRoom(row, places, paper);
  const isWhole = waysOf(row[at]).includes(shownIn(width));
  if (!isWhole || shownIn(width) === shownIn(room)) return row;
  return row.map((cell) => (typeof cell === 'string' ? firstSigns(cell) : { ...cell, text: firstSigns(cell.text) }));
}

/** `👨… Silva` of a name with a joined emoji. */
const firstSigns = (text: string) => text.replaceAll(JOINED, (joined) => `${[...joined][0]}…`);

function placesIn(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  { width: room, textWidth }: Paper,
): Place[] {
  const natural = columns.map(({ title }, at) =>
    Math.max(...[title, ...rows.map((row) => textOf(row[at]))].map(textWidth)),
  );
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
}

/** Cells of the last column in this row. */
function lastRoom(row: readonly Cell[], places: readonly Place[], { width, textWidth }: Paper): number {
  const whole = places.at(-1)!.width;
  if (!row.some((cell) => textOf(cell).includes(JOINER))) return whole;
  const before = places.slice(0, -1).reduce((sum, one) => sum + one.width + COLUMN_GAP, 0);
  const texts = places.map((one) => shownText(row[one.at], one.width, textWidth));
  const room = width - before - extraCells(texts, textWidth);
  return Math.min(whole, Math.max(room, LEAST_WIDTH));
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
  const joined = texts.filter((text) => text.includes(JOINER));
  return joined.reduce((sum, text) => sum + apart(text, textWidth) - textWidth(text), 0);
}

/** Of an emoji of several parts. */
const JOINER = '\u200d';
const JOINED = /\p{Extended_Pictographic}[\ufe0f\p{EMod}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{EMod}]*)+/gu;

const apart = (text: string, textWidth: TextWidth) => [...text].reduce((sum, sign) => sum + textWidth(sign), 0);

const textOf = (cell: Cell = '') => (typeof cell === 'string' ? cell : cell.text);

const waysOf = (cell: Cell = ''): string[] => [textOf(cell), ...((typeof cell !== 'string' && cell.shorter) || [])];

/** The most words that fit. */
function shownText(cell: Cell = '', width: number, textWidth: TextWidth): string {
  const ways = waysOf(cell);
  return cutCell(ways.find((way) => textWidth(way) <= width) ?? ways.at(-1)!, width, textWidth);
}

/** The style ends with the text, so that no colour runs on. */
function cellText(cell: Cell, width: number, isLast: boolean, textWidth: TextWidth): string {
  const text = shownText(cell, width, textWidth);
  const styled = typeof cell === 'string' || cell.style === undefined ? text : cell.style(text);
  return isLast ? styled : styled + padCell(text, width, textWidth).slice(text.length);
}
