import { ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import { titlesKnown } from './columns.ts';
import { findHeader } from './header.ts';
import { ABOUT_SHEET, HEADER_SEARCHED, isBlank, plainCell, SAVE_ANEW, type Table, type TableRow } from './table.ts';
import { LAST_ROW, lookAtSheet, type NumberShape, numberShapes, type SheetFacts } from './xlsx-cells.ts';
import { readWorkbookParts } from './xlsx-parts.ts';

/** The reader fills every row to the width of the sheet, and the sheet with rows. */
const MAX_CELLS = 5_000_000;
/** A spreadsheet keeps so many digits of a number; those behind are noughts. */
const DIGITS_KEPT = 15;
/** A sheet with so many titles that we know is a list of patients. */
const LEAST_TITLES = 2;
const DAY_MS = 86_400_000;

/** A number with more digits than a spreadsheet keeps. */
class CutNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Cell = string | CutNumber | boolean | Date | null;

interface Sheet {
  name: string;
  grid: Cell[][];
  facts: SheetFacts;
}

/**
 * Opens a list in an Excel workbook. Formulas count by their values, dates are ISO dates, numbers have all their digits.
 * @throws ReconError `unsafe_archive` or `usage`
 */
export async function xlsxTable(path: string, known: ReadonlySet<string>): Promise<Table> {
  const { sheet, notes } = chooseSheet(path, await readSheets(path));
  const { titles, rows, notes: about, doubts } = await findHeader(tableRows(sheet), known);
  const told = [...notes, ...about, ...hiddenNotes(sheet)];
  return { titles, rows, delimiter: ',', bom: true, notes: told, doubts, problems: [] };
}

async function readSheets(path: string): Promise<Sheet[]> {
  const { sheets: parts, styles, bytes } = await readWorkbookParts(path);
  const shapes = numberShapes(styles);
  const facts = parts.map(({ xml }) => lookAtSheet(xml, shapes));
  for (const { lastRow, lastColumn } of facts) {
    if (lastRow * lastColumn > MAX_CELLS || lastRow > LAST_ROW) {
      throw new ReconError('usage', `${shown(path)} has a sheet of ${lastRow} rows and ${lastColumn} columns`, {
        details: [`an import reads up to ${MAX_CELLS} cells of a sheet`],
        hint: 'delete the rows and columns behind the list, or save the list alone as CSV',
      });
    }
  }
  const { default: readWorkbook } = await import('read-excel-file/universal');
  const sheets = await readWorkbook<string | CutNumber>(bytes, { trim: false, parseNumber: numberText }).catch(
    (error) => {
      throw new ReconError('usage', `${shown(path)} cannot be read as an Excel workbook`, {
        details: [error instanceof Error ? error.message.slice(0, 200) : String(error)],
        hint: SAVE_ANEW,
        cause: error,
      });
    },
  );
  return sheets.flatMap(({ sheet: name, data }, at) =>
    parts[at]?.isHidden === false && data !== undefined ? [{ name, grid: data as Cell[][], facts: facts[at]! }] : [],
  );
}

/**
 * The sheet with a list of patients, by its titles. Without one: the first sheet with a title that is known, else the first
 * that is not empty.
 * @throws ReconError `usage` where several hold a list, or all are empty
 */
function chooseSheet(path: string, all: readonly Sheet[]): { sheet: Sheet; notes: string[] } {
  const filled = all.filter(
    ({ name, grid }) => name !== ABOUT_SHEET && grid.some((row) => !isBlank(row.map(cellText))),
  );
  const titles = ({ grid }: Sheet) =>
    Math.max(0, ...grid.slice(0, HEADER_SEARCHED).map((row) => titlesKnown(row.map(cellText))));
  const lists = filled.filter((sheet) => titles(sheet) >= LEAST_TITLES);
  const [sheet = filled.find((one) => titles(one) > 0) ?? filled[0], another] = lists;
  if (another !== undefined) {
    throw new ReconError('usage', `${shown(path)} has more than one sheet of patients: ${names(lists)}`, {
      hint: 'save each of them as a file of its own, and import one after another',
    });
  }
  if (sheet === undefined) throw new ReconError('usage', `${shown(path)} holds no patients`);
  const others = filled.filter((one) => one !== sheet);
  return { sheet, notes: others.length === 0 ? [] : [`only sheet ${shown(sheet.name)} is read, not ${names(others)}`] };
}

const names = (sheets: readonly Sheet[]) => sheets.map(({ name }) => shown(name)).join(', ');

async function* tableRows({ grid, facts }: Sheet): AsyncGenerator<TableRow> {
  for (const [at, row] of grid.entries()) {
    const number = at + 1;
    const shapes = facts.shapes.get(number);
    const cells = row.map((cell, column) => plainCell(shapedText(cellText(cell), shapes?.get(column))));
    const faults = new Map(facts.faults.get(number));
    for (const [column, cell] of row.entries()) {
      const fault = faultOf(cell);
      if (fault !== undefined) faults.set(column, fault);
    }
    if (isBlank(cells) && faults.size === 0) continue;
    yield { number, cells, source: cells, problems: [], ...(faults.size > 0 && { faults }) };
  }
}

function hiddenNotes({ facts: { hiddenRows, hiddenColumns } }: Sheet): string[] {
  const some = (count: number, what: string) =>
    count === 0 ? [] : [`${count} hidden ${what}${count === 1 ? '' : 's'}`];
  const hidden = [...some(hiddenRows, 'row'), ...some(hiddenColumns, 'column')];
  return hidden.length === 0
    ? []
    : [`${hidden.join(' and ')} of the sheet ${hiddenRows + hiddenColumns === 1 ? 'is' : 'are'} read too`];
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof CutNumber) return cell.text;
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

/** A number as the sheet shows it: a postal code with its first nought, a phone number with its plus. */
function shapedText(text: string, shape: NumberShape | undefined): string {
  return shape === undefined || !/^\d+$/.test(text) ? text : `${shape.prefix}${text.padStart(shape.digits, '0')}`;
}

/** A spreadsheet's dates have no zone. Its days are whole, and their times are rounded to the second. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const seconds = Math.round(date.getTime() / 1000) * 1000;
  const text = new Date(seconds).toISOString();
  return seconds % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

function faultOf(cell: Cell): string | undefined {
  if (cell instanceof Date) return `is a date, ${dateText(cell) || 'of no calendar'}; make the cell a text`;
  if (!(cell instanceof CutNumber)) return undefined;
  return `is a number of more than ${DIGITS_KEPT} digits, and a spreadsheet forgets the last ones; make the cell a text`;
}

/** A number as its digits, without an exponent: `3.51912345678E11` → `351912345678`. */
function numberText(written: string): string | CutNumber {
  if (/^-?\d{1,15}$/.test(written)) return written;
  const number = Number(written);
  if (!Number.isFinite(number)) return written;
  const text = Math.abs(number) >= 1e21 ? BigInt(Math.round(number)).toString() : String(number);
  return text.replace(/\D/g, '').length > DIGITS_KEPT && Number.isInteger(number) ? new CutNumber(text) : text;
}
