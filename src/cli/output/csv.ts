import { csvLine } from '../../core/csv-line.ts';
import { printableLines } from './printable.ts';

/** Begins a formula too, and is escaped before the writer could see it. */
const CONTROL_START = /^[\t\r\n]/;

/** A record for stdout: nothing in it can control a terminal, and no cell runs as a formula. */
export const csvRow = (cells: readonly string[]): string => csvLine(cells.map(safeCell));

function safeCell(value: string): string {
  const safe = printableLines(value.replaceAll('\r\n', '\n'));
  return CONTROL_START.test(value) ? `'${safe}` : safe;
}
