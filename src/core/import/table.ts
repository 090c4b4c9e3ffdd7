/** One row below the titles. */
export interface TableRow {
  /** As a spreadsheet program numbers it, from 1. */
  number: number;
  /** One text a column. */
  cells: string[];
  /** The cells as the report repeats them. */
  source: string[];
  /** What is wrong with the row, without its place. */
  problems: string[];
  /** What is wrong with a cell, by its column from 0: it counts where the column is used. */
  faults?: Map<number, string>;
}

/** A list of patients as a grid: titles, and rows below them. Empty rows are left out. */
export interface Table {
  titles: string[];
  rows: AsyncIterable<TableRow>;
  /** How a report of it separates cells. */
  delimiter: string;
  bom: boolean;
  /** How its text is encoded; absent in a workbook. */
  encoding?: string;
  /** Sentences: how it was understood, and what of it is not read. */
  notes: string[];
  /** Sentences: what a person has to confirm. */
  doubts: string[];
  /** Sentences about the file as a whole; complete after the last row. */
  problems: string[];
}

/** Titles stand no deeper than this. */
export const HEADER_SEARCHED = 30;

/** True if nothing is in a row. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Characters that make a spreadsheet take a cell for a formula; what we write has a `'` in front of them. */
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** A cell as it was before we wrote it, also where a report was saved as a workbook. */
export const plainCell = (cell: string): string => cell.replace(DEFUSED, '');

/** What to do with a file that is no list in a format we read. */
export const SAVE_ANEW =
  'open it in your spreadsheet program and save it as .xlsx ("Excel workbook") or as "CSV UTF-8", without a password';

/** The sheet of a list of ours that tells whose it is. */
export const ABOUT_SHEET = 'About this list';

/** So many rows, or as many as there are. */
export async function firstOf(rows: AsyncIterator<TableRow>, most: number): Promise<TableRow[]> {
  const first: TableRow[] = [];
  while (first.length < most) {
    const { value, done } = await rows.next();
    if (done) break;
    first.push(value);
  }
  return first;
}

/** What was read of the rows before, and the others. */
export async function* following(
  first: readonly TableRow[],
  others: AsyncIterator<TableRow>,
): AsyncGenerator<TableRow> {
  yield* first;
  yield* { [Symbol.asyncIterator]: () => others };
}
