import { ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import { type Columns, fieldName, readCells, titlesOf } from './columns.ts';
import { csvTable } from './csv-table.ts';
import { type Input, ownColumns, ownRow, type Row, type Style } from './row.ts';
import { isPath } from './row-photos.ts';
import { firstOf, following, SAVE_ANEW, type Table, type TableRow } from './table.ts';
import { bytePieces } from './text-pieces.ts';

/** A list's titles, and what is known of them before a row is read. */
export interface FoundTable {
  path: string;
  titles: readonly string[];
  /** The cells of the first rows. */
  first: readonly (readonly string[])[];
  /** Sentences: how the file was understood. */
  notes: readonly string[];
  /** Sentences: what a person has to confirm, beside the columns. */
  doubts: readonly string[];
}

/** Decides which column is which field, alone or with a person. */
export interface SettleColumns {
  /** Folded titles that a person named before. */
  titles: ReadonlySet<string>;
  settle(found: FoundTable): Promise<Columns>;
  /** What to try where a column is likely another field than it was settled as. */
  wayOut?(): string | undefined;
}

/**
 * Reads one row per patient from a CSV file or an Excel workbook, which its bytes tell. Paths start at `folder`.
 */
export function tableInput(path: string, folder: string, columns: SettleColumns): Input {
  const problems: string[] = [];
  let encoding: string | undefined;
  const style: Style = { kind: 'csv', header: [], delimiter: ',', bom: false, paths: [] };
  return {
    ...{ path, folder },
    unit: 'row',
    problems,
    style: () => style,
    encoding: () => encoding,
    wayOut: () => columns.wayOut?.(),
    async *rows() {
      const table = await openTable(path, columns.titles);
      encoding = table.encoding;
      Object.assign(style, { header: table.titles, delimiter: table.delimiter, bom: table.bom });
      if (table.titles.length === 0) return;
      const rows = table.rows[Symbol.asyncIterator]();
      const first = await firstOf(rows, ROWS_LOOKED_AT);
      const { titles, notes, doubts } = table;
      const settled = await columns.settle({ path, titles, notes, doubts, first: first.map(({ cells }) => cells) });
      const paths = settled.all.flatMap(({ field }, at) => (isPath(field ?? '') ? [at] : []));
      Object.assign(style, { paths, typeTitle: settled.all.find(({ field }) => field === 'type')?.title });
      let number = 0;
      for await (const row of following(first, rows)) {
        if (isEmptied(row, settled)) continue;
        number += 1;
        yield rowOf(row, { number, folder }, settled);
      }
      problems.push(...table.problems);
    },
  };
}

/** By so many rows it is known how names are written. */
const ROWS_LOOKED_AT = 200;

function rowOf(row: TableRow, { number, folder }: Pick<Row, 'number' | 'folder'>, columns: Columns): Row {
  const faults = [...(row.faults ?? [])].flatMap(([at, fault]) => {
    const field = columns.all[at]?.field;
    return field === undefined ? [] : [`${fieldName(field)} ${fault}`];
  });
  const isWhole = row.problems.length === 0;
  const nameless = row.cells.flatMap((cell, at) =>
    isWhole && cell.trim() !== '' && (columns.all[at]?.title ?? '') === '' ? [at + 1] : [],
  );
  const { warnings = [], ...read } = readCells(row.cells, columns);
  const own = ownColumns(columns.all).map((at) => row.cells[at]?.trim() ?? '');
  return {
    ...{ number, place: `row ${row.number}`, folder },
    ...read,
    titles: titlesOf(columns),
    problems: [...row.problems, ...faults],
    warnings: [
      ...nameless.map((column) => `what is in column ${column} is left alone: the column has no title`),
      ...warnings,
    ],
    source: { cells: row.source },
    ...ownRow(own),
  };
}

/** What a report says of a row that has no patient. */
const SAID = ['recon_status', 'recon_error', 'recon_row'];

/** A row of a report of which a person has emptied all else: it is left out, as if it was deleted. */
const isEmptied = ({ cells, problems }: TableRow, { all }: Columns) =>
  problems.length === 0 && cells.every((cell, at) => cell.trim() === '' || SAID.includes(all[at]?.field ?? ''));

async function openTable(path: string, known: ReadonlySet<string>): Promise<Table> {
  const head = await headOf(path);
  if (head.startsWith('PK')) return await (await import('./xlsx-table.ts')).xlsxTable(path, known);
  const other = otherKind(head);
  if (other === undefined) return await csvTable(path, known);
  const { what, hint = SAVE_ANEW, details } = other;
  throw new ReconError('usage', `${shown(path)} is ${what}, which an import does not read`, { hint, details });
}

async function headOf(path: string): Promise<string> {
  for await (const start of bytePieces(path)) return start.toString('latin1');
  return '';
}

const utf16 = (text: string) => [...text].map((one) => `${one}\0`).join('');

const AS_XLSX =
  'open it in Excel or LibreOffice, and choose File > Save As > Excel Workbook (.xlsx), in LibreOffice Excel 2007–365 (.xlsx)';
const WITHOUT_PASSWORD =
  'choose File > Info > Protect Workbook > Encrypt with Password, empty the password and save it; in LibreOffice, File > Save As without the mark at "Save with password"';

/** Files that programs call a spreadsheet, by their first bytes, and how each becomes one that is read. */
function otherKind(head: string): { what: string; hint?: string; details?: string[] } | undefined {
  if (head.startsWith('\xd0\xcf\x11\xe0')) {
    return head.includes(utf16('EncryptedPackage'))
      ? { what: 'a workbook with a password', hint: `open it in Excel with its password, ${WITHOUT_PASSWORD}` }
      : {
          what: 'a workbook of Excel 97 (.xls), or one with a password',
          details: [`if it asks for a password when you open it, first ${WITHOUT_PASSWORD}`],
          hint: AS_XLSX,
        };
  }
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html|table|meta)/i.test(head))
    return { what: 'a web page under the name of a spreadsheet' };
  if (/^(\xef\xbb\xbf)?\s*<\?xml/i.test(head)) return { what: 'an XML file' };
  return undefined;
}
