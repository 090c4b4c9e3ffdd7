import { createHash } from 'node:crypto';
import type { SqliteRow, SqliteValue } from '../../system/sqlite.ts';
import { checked } from './checked.ts';
import { damaged } from './damaged.ts';
import { type DatabaseReader, rowsOf, type Table } from './database-reader.ts';
import type { TableFacts } from './manifest.ts';
import type { Backup } from './open-backup.ts';

/** Gives the rows of a table as lines of JSON, and tells of them at the end. The same rows are the same bytes. */
export async function* rowLines(
  reader: DatabaseReader,
  table: Table,
  tell: (facts: { rows: number; sha256: string }) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOf(reader, table)) {
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(valuesOf(row, table))}\n`).join(''));
    count += rows.length;
    hash.update(lines);
    yield lines;
  }
  tell({ rows: count, sha256: hash.digest('hex') });
}

const valuesOf = (row: SqliteRow, { name, columns }: Table): SqliteValue[] =>
  columns.map((column) => {
    const value = row[column];
    if (value === null || typeof value === 'string') return value;
    // A number beyond 2^53 would come back as another one.
    if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
    throw new TypeError(`a backup cannot hold what stands in ${name}.${column}`);
  });

export const tableFile = (snapshot: string, table: string) => `snapshots/${snapshot}/${table}.ndjson`;

/** Reads the rows of a table in a backup. @throws ReconError `damaged` */
export async function* readRows(backup: Backup, snapshot: string, table: TableFacts): AsyncGenerator<SqliteRow> {
  const name = tableFile(snapshot, table.name);
  for await (const line of linesOf(checked(backup, name, table.sha256))) {
    const row = parsedRow(line, table.columns);
    if (row === undefined) throw damaged(backup, name, 'a line of it is no row');
    yield row;
  }
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.of();
  for await (const bytes of content) {
    const all = Buffer.concat([rest, bytes]);
    let at = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, at)) {
      yield all.toString('utf8', at, end);
      at = end + 1;
    }
    rest = all.subarray(at);
  }
  if (rest.length > 0) yield rest.toString();
}

function parsedRow(line: string, columns: readonly string[]): SqliteRow | undefined {
  try {
    const values: unknown = JSON.parse(line);
    if (!Array.isArray(values) || values.length !== columns.length) return undefined;
    return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
  } catch {
    return undefined;
  }
}
