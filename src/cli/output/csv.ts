import { printableLines } from './printable.ts';

/** What makes a spreadsheet take a cell for a formula, full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** One RFC 4180 record with its line end. A cell that would run as a formula gets a `'` in front. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string): string {
  const defused = FORMULA_START.test(value) ? `'${value}` : value;
  const safe = printableLines(defused.replaceAll('\r\n', '\n'));
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
