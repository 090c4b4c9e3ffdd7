import { replaceFile } from '../../system/replace-file.ts';
import { stringifyExact } from '../answer.ts';
import { csvLine } from '../csv-line.ts';
import { onDisk } from '../disk-failure.ts';
import { REPORT_NAMES, type ReportedOutcome, reportValues } from './report-columns.ts';
import type { Input, Source, Style } from './row.ts';
import { absolutePath, isPath } from './row-photos.ts';

const PIECE_CHARACTERS = 64 * 1024;

export interface ReportedRow {
  source: Source;
  outcome: ReportedOutcome;
  /** `<import>:<hash>:<count>`; absent if the row has no name for later imports. */
  name?: string | undefined;
}

/**
 * Writes the input again, each row with its result, in the input's own style. It replaces an earlier file in one step,
 * and only its owner may read it.
 */
export async function writeReport(path: string, style: Style, rows: AsyncIterable<ReportedRow>): Promise<void> {
  await onDisk(path, () => replaceFile(path, piecesOf(style, rows), `${path}.part`));
}

async function* piecesOf(style: Style, rows: AsyncIterable<ReportedRow>) {
  let text = headOf(style);
  for await (const row of rows) {
    text += lineOf(style, row);
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

/**
 * The style of a report of folders that is named as a table: CSV, with a column for each key that one of them has. Any
 * other report has the input's own.
 */
export async function styleOfReport(path: string, input: Input, rows: AsyncIterable<ReportedRow>): Promise<Style> {
  if (input.unit !== 'folder' || !path.toLowerCase().endsWith('.csv')) return input.style();
  const keys = new Set<string>();
  for await (const { source } of rows) for (const key of Object.keys(objectOf(source))) keys.add(key);
  // Office programs know UTF-8 by its mark.
  return { kind: 'csv', header: [...keys], delimiter: ',', bom: true };
}

const objectOf = (source: Source): object => ('object' in source ? source.object : {});

function headOf(style: Style): string {
  if (style.kind === 'ndjson') return '';
  const added = REPORT_NAMES.filter((name) => columnOf(style.header, name) < 0);
  return `${style.bom ? '\ufeff' : ''}${csvLine([...style.header, ...added], style.delimiter)}`;
}

function lineOf(style: Style, { source, outcome, name }: ReportedRow): string {
  const values = reportValues(outcome, name);
  if (style.kind === 'ndjson') {
    // Text that could not be read is written back unchanged, to be corrected.
    return `${'object' in source ? stringifyExact({ ...source.object, ...values }) : textOf(source)}\n`;
  }
  const given = 'cells' in source ? source.cells : cellsOf(objectOf(source), style.header);
  const cells = given.slice(0, style.header.length);
  while (cells.length < style.header.length) cells.push('');
  for (const name of REPORT_NAMES) {
    const at = columnOf(style.header, name);
    if (at < 0) cells.push(values[name]);
    else cells[at] = values[name];
  }
  // A row with too many cells keeps them, behind the report's own columns, so that the mistake stays visible.
  return csvLine([...cells, ...given.slice(style.header.length)], style.delimiter);
}

function cellsOf(object: object, header: readonly string[]): string[] {
  const values = new Map(Object.entries(object));
  return header.map((key) => {
    const value: unknown = values.get(key) ?? '';
    return typeof value === 'string' ? value : stringifyExact(value);
  });
}

const textOf = (source: Source) => ('text' in source ? source.text : '');
const columnOf = (header: readonly string[], name: string) =>
  header.findIndex((cell) => cell.trim().replaceAll('-', '_') === name);

/** The row as it means the same photos from everywhere. */
export function withAbsolutePaths(source: Source, style: Style, folder: string): Source {
  if ('object' in source) {
    const entries = Object.entries(source.object).map(([key, value]): [string, unknown] =>
      isPath(key) && typeof value === 'string' ? [key, absolutePath(folder, value)] : [key, value],
    );
    return { object: Object.fromEntries(entries) };
  }
  if (!('cells' in source) || style.kind !== 'csv') return source;
  return {
    cells: source.cells.map((cell, at) => (style.paths?.includes(at) === true ? absolutePath(folder, cell) : cell)),
  };
}
