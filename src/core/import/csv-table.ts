import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { listed } from '../draft.ts';
import { shown } from '../shown.ts';
import { findHeader } from './header.ts';
import { isBlank, plainCell, type Table, type TableRow } from './table.ts';
import { findEncoding } from './text-encoding.ts';
import { MAX_LINE_CHARACTERS, textPieces } from './text-pieces.ts';

const DELIMITERS = [',', ';', '\t'];
/** Lines by which the delimiter is known. */
const LINES_LOOKED_AT = 20;
/** The first line by which a spreadsheet program tells another one the delimiter; neither counts it as a row. */
const SEP_LINE = /^"?sep=(.)"?\r?\n/i;

/** Opens a list in CSV: separated by comma, semicolon or tab, in any encoding that spreadsheet programs write. */
export async function csvTable(path: string, known: ReadonlySet<string>): Promise<Table> {
  const encoding = await findEncoding(path);
  const pieces = textPieces(path, encoding.name);
  const start = (await pieces.next()).value ?? '';
  const bom = start.startsWith('\ufeff');
  const text = start.slice(bom ? 1 : 0);
  const told = SEP_LINE.exec(text);
  const first = text.slice(told?.[0].length ?? 0);
  const delimiter = told?.[1] ?? delimiterOf(first);
  const problems: string[] = [];
  const grid = gridRows(records(first, pieces, delimiter, problems, told === null ? 0 : 1));
  const { titles, rows, notes, doubts, problems: ofTitles } = await findHeader(grid, known);
  problems.push(...ofTitles);
  if (encoding.name === 'windows-1252') {
    notes.unshift(`it is not UTF-8 and is read as Windows-1252, with ${shown(encoding.example ?? '')} in it`);
  }
  // What is written for it is UTF-8, which a spreadsheet program knows by the mark.
  const isUtf8 = encoding.name === 'utf-8';
  return {
    ...{ titles, rows: withLengths(rows, titles.length), delimiter, bom: bom || !isUtf8 },
    ...{ encoding: encoding.name, notes, doubts, problems },
  };
}

/**
 * The delimiter that most lines have as many of, outside quotes. A comma before a blank is mostly one of a text, as in
 * `Öztürk, Ayşe;+49 30 5550101`, and counts half.
 */
export function delimiterOf(text: string): string {
  const lines = text.replaceAll(/"[^"]*"/g, '').split(/\r\n|\n|\r/, LINES_LOOKED_AT);
  const score = (delimiter: string) => {
    const byCount = new Map<number, number>();
    for (const line of lines) {
      const inText = delimiter === ',' ? line.split(', ').length - 1 : 0;
      const count = line.split(delimiter).length - 1 - inText / 2;
      byCount.set(count, (byCount.get(count) ?? 0) + count);
    }
    return Math.max(0, ...byCount.values());
  };
  return DELIMITERS.reduce((best, next) => (score(next) > score(best) ? next : best));
}

interface RawRecord {
  record: string[];
  raw: string;
}

interface CsvRecord {
  cells: string[];
  /** What is wrong with its quotes. */
  problem?: string | undefined;
}

async function* gridRows(all: AsyncIterable<CsvRecord>): AsyncGenerator<TableRow> {
  let number = 0;
  for await (const { cells: source, problem } of all) {
    number += 1;
    const problems = problem === undefined ? [] : [problem];
    if (!isBlank(source)) yield { number, cells: source.map(plainCell), source, problems };
  }
}

/** A comma that is not in quotes moves all cells behind it. */
async function* withLengths(rows: AsyncIterable<TableRow>, columns: number): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    // Of a row whose quotes are wrong, that is told alone.
    if (row.cells.length !== columns && row.problems.length === 0) {
      row.problems.push(`has ${row.cells.length} cells, and the header has ${columns}`);
    }
    yield row;
  }
}

async function* records(
  first: string,
  pieces: AsyncGenerator<string>,
  delimiter: string,
  problems: string[],
  linesBefore: number,
): AsyncGenerator<CsvRecord> {
  const lines = createLineCount(linesBefore);
  const strayQuoteIn = strayQuotes(delimiter);
  const halves: number[] = [];
  let isBroken = false;
  const onRecord = ({ record: cells, raw }: RawRecord, context: InfoRecord): CsvRecord => {
    const line = lines.next();
    lines.count(cells, context.lines);
    const stray = strayQuoteIn(raw);
    if (stray === undefined) return { cells };
    if (stray.isLong) problems.push(notCertain(`line ${line}: a quote that begins here is not closed in its line`));
    if (stray.isHalf) halves.push(line);
    return { cells, problem: `has a quote inside a cell, ${stray.cell}, in line ${line}; ${MEND}` };
  };
  const parser = parse({
    delimiter,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_LINE_CHARACTERS,
    skip_records_with_error: true,
    // A quote within a cell is a part of it, as for spreadsheet programs; the row is told.
    relax_quotes: true,
    raw: true,
    // With `raw`, a record comes with its text, which the types do not know.
    on_record: onRecord as never,
    on_skip: (error) => {
      // After such a fault, the parser may misread the rest of the file.
      if (error !== undefined && !isBroken) problems.push(quoteProblem(error, lines));
      isBroken = true;
    },
  });
  const all = async function* () {
    yield first;
    yield* pieces;
  };
  const fed = pipeline(Readable.from(all()), parser);
  fed.catch(() => {});
  yield* parser as AsyncIterable<CsvRecord>;
  await fed;
  // Of two quotes alone in their lines, one may begin a cell of several lines, and the other end it.
  if (halves.length > 1)
    problems.push(notCertain(`lines ${listed(halves.map(String))}: each has a quote without another`));
}

const MEND = 'delete the quote, or put the cell in quotes and double each quote in it';
const CLOSE = 'delete the quote, or put another one at the end of its cell';
const notCertain = (what: string, mend = CLOSE) =>
  `${what}, so it is not certain where rows end, and none is sent; ${mend}`;

interface StrayQuote {
  /** The start of the cell. */
  cell: string;
  /** The row has an odd number of quotes. */
  isHalf: boolean;
  /** The row goes over several lines. */
  isLong: boolean;
}

const CELL_CHARACTERS = 40;

/** Finds a quote that neither begins nor ends a cell and is not doubled within one, in the text of a row. */
function strayQuotes(delimiter: string): (raw: string) => StrayQuote | undefined {
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  const whole = new RegExp(`(^|${sign})"[^"]*(?:""[^"]*)*"(?=${sign}|$)`, 'g');
  return (raw) => {
    const text = raw.replace(/(?:\r\n|\n|\r)$/, '');
    const rest = text.includes('"') ? text.replaceAll(whole, '$1') : '';
    if (!rest.includes('"')) return undefined;
    const cell = rest.split(delimiter).find((one) => one.includes('"')) ?? rest;
    const isHalf = rest.split('"').length % 2 === 0;
    return { cell: cell.trim().slice(0, CELL_CHARACTERS), isHalf, isLong: /[\r\n]/.test(rest) };
  };
}

/**
 * Counts lines. The parser counts them where records end, and counts a line break of two characters inside quotes
 * twice.
 */
function createLineCount(before: number) {
  let counted = 0;
  let twice = 0;
  const real = (line: number) => line - twice + before;
  return {
    count: (cells: readonly string[], endLine: number): void => {
      counted = endLine;
      twice += cells.flatMap((cell) => cell.match(/\r\n/g) ?? []).length;
    },
    /** The line after the last record that could be read. */
    next: () => real(counted + 1),
    real,
  };
}

function quoteProblem({ code, ...error }: CsvError, lines: ReturnType<typeof createLineCount>): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return notCertain(`line ${lines.next()}: a quote that begins here is not closed`);
  }
  const line = 'lines' in error ? lines.real(Number(error.lines)) : lines.next();
  return notCertain(`line ${line}: a quote stands inside a cell`, MEND);
}
