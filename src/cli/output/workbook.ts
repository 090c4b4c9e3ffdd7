import { ABOUT_SHEET } from '../../core/import/table.ts';
import { ReconError } from '../../errors.ts';
import { printableLines } from './printable.ts';

/** What the values of a column are: ISO times, numbers, or texts. */
export type CellKind = 'text' | 'number' | 'time';

export interface WorkbookColumn {
  name: string;
  kind: CellKind;
}

/** What Excel holds. */
const MAX_CELL_CHARACTERS = 32_767;
const MAX_ROWS = 1_048_576;
/** A number keeps so many digits; an id with more is text. */
const NUMBER = /^-?\d{1,15}$|^(?=.{1,16}$)-?\d+\.\d+$/;
/** How a workbook writes a character by its number; a text that looks so must not be taken for one. */
const LIKE_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * An Excel workbook with a head and these rows, as texts, and a second sheet with what is told about them. Numbers and
 * times become real ones, times those of this place; every text stays a text, also one that looks like a formula.
 * @throws ReconError `usage` where it is more than Excel holds
 */
export async function workbookOf(
  columns: readonly WorkbookColumn[],
  rows: readonly string[][],
  about: readonly (readonly [title: string, text: string])[] = [],
): Promise<Uint8Array> {
  if (rows.length >= MAX_ROWS) throw tooLarge(`${rows.length} rows`);
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const head = columns.map(({ name }) => ({ value: name, type: String, fontWeight: 'bold' as const }));
  const cells = rows.map((row) => columns.map(({ kind, name }, at) => cellOf(row[at] ?? '', kind, name)));
  const widths = columns.map(({ name }, at) => ({ width: widthOf([name, ...rows.map((row) => row[at] ?? '')]) }));
  const list = { data: [head, ...cells], sheet: 'List', columns: widths, stickyRowsCount: 1 };
  if (about.length === 0) return await writeWorkbook([list]).toBuffer();
  const facts = about.map((fact) => fact.map((text) => cellOf(text, 'text', ABOUT_SHEET)));
  const ends = [0, 1].map((at) => ({ width: widthOf(about.map((fact) => fact[at] ?? '')) }));
  return await writeWorkbook([list, { data: facts, sheet: ABOUT_SHEET, columns: ends }]).toBuffer();
}

function cellOf(text: string, kind: CellKind, name: string) {
  if (text === '') return null;
  if (kind === 'number' && NUMBER.test(text)) return { value: Number(text), type: Number };
  const time = kind === 'time' ? new Date(text) : undefined;
  if (time !== undefined && !Number.isNaN(time.getTime())) {
    return { value: asWritten(time), type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  }
  if (text.length > MAX_CELL_CHARACTERS) throw tooLarge(`a text of ${text.length} characters in ${name}`);
  const safe = printableLines(text.replaceAll('\r\n', '\n'));
  return { value: safe.replaceAll(LIKE_ESCAPE, '_x005F_'), type: String };
}

/** A workbook's times have no zone: the same hands of the clock, written as if they were UTC's. */
const asWritten = (time: Date) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000);

const WIDEST = 40;
const widthOf = (texts: readonly string[]) =>
  Math.min(WIDEST, texts.reduce((most, { length }) => Math.max(most, length), 0) + 2);

const tooLarge = (what: string) =>
  new ReconError('usage', `an Excel workbook cannot hold ${what}`, { hint: 'the same with -o csv' });
