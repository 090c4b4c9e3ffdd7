import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { delimiterOf, readHeader } from './csv-header.ts';
import type { Input, Row, Style } from './row.ts';
import { MAX_LINE_CHARACTERS, textPieces } from './text-pieces.ts';

/** Characters that make a spreadsheet take a cell for a formula; our exports put a `'` in front of them. */
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

interface CsvRecord {
  cells: string[];
  /** The line where the record starts. */
  line: number;
}

/**
 * Reads one row per patient, below a header. The delimiter may be comma, semicolon or tab. Paths start at `folder`, the
 * folder of the file.
 */
export function csvInput(path: string, folder: string): Input {
  const problems: string[] = [];
  const style: Style = { kind: 'csv', header: [], delimiter: ',', bom: false };
  return {
    path,
    problems,
    style: () => style,
    async *rows() {
      const pieces = textPieces(path);
      const { done, value: start } = await pieces.next();
      if (done) return;
      style.bom = start.startsWith('\ufeff');
      const first = start.slice(style.bom ? 1 : 0);
      style.delimiter = delimiterOf(first);
      let names: (string | undefined)[] | undefined;
      let number = 0;
      for await (const { cells, line } of records(first, pieces, style.delimiter, problems)) {
        if (names === undefined) {
          style.header = cells;
          names = readHeader(cells, problems);
          continue;
        }
        number += 1;
        yield { number, place: `line ${line}`, folder, ...valuesOf(cells, names) };
      }
    },
  };
}

async function* records(
  first: string,
  pieces: AsyncGenerator<string>,
  delimiter: string,
  problems: string[],
): AsyncGenerator<CsvRecord> {
  const lines = createLineCount();
  let isBroken = false;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    // A spreadsheet may leave empty rows below its last one.
    skip_records_with_empty_values: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_LINE_CHARACTERS,
    skip_records_with_error: true,
    // The types of the parser know only records of texts.
    on_record: (cells, context) => ({ cells, line: lines.start(cells, context.lines) }) as never,
    on_skip: (error) => {
      // After one fault in the quotes, the parser may misread the rest of the file.
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
}

/**
 * Counts lines. The parser counts them where records end, and counts a line break of two characters inside quotes
 * twice.
 */
function createLineCount() {
  let counted = 0;
  let twice = 0;
  return {
    start: (cells: readonly string[], endLine: number): number => {
      counted = endLine;
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? []);
      twice += breaks.filter((one) => one.length === 2).length;
      return endLine - twice - breaks.length;
    },
    /** The line after the last record that could be read. */
    next: () => counted - twice + 1,
    real: (line: number) => line - twice,
  };
}

function quoteProblem({ code, ...error }: CsvError, lines: ReturnType<typeof createLineCount>): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `line ${lines.next()}: a quote that begins here is not closed`;
  }
  const line = 'lines' in error ? lines.real(Number(error.lines)) : lines.next();
  return `line ${line}: a quote stands inside a cell; such a cell must be in quotes, and each quote in it doubled`;
}

function valuesOf(
  record: string[],
  names: readonly (string | undefined)[],
): Pick<Row, 'values' | 'problems' | 'source'> {
  const values = new Map<string, string>();
  const problems: string[] = [];
  if (record.length !== names.length) {
    problems.push(`has ${record.length} cells, and the header has ${names.length}`);
  }
  for (const [at, name] of names.entries()) {
    const cell = record[at] ?? '';
    if (name !== undefined) values.set(name, cell.replace(DEFUSED, ''));
    else if (cell.trim() !== '') problems.push(`has a cell in column ${at + 1}, which has no name`);
  }
  return { values, problems, source: { cells: record } };
}
