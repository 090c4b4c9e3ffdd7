import type { Places } from '../places.ts';
import { type DatabaseReader, quoted, rowsOf, type Table } from './database-reader.ts';
import { fileName, TABLES_OF_FILES } from './named-files.ts';
import { openReader } from './open-reader.ts';

/** Bytes that a snapshot adds to a backup that has these files already; of the records, what their texts take at least. */
export async function neededRoom(
  places: Places,
  there: ReadonlySet<string>,
): Promise<{ files: number; records: number }> {
  const reader = await openReader(places);
  try {
    const needed = { files: 0, records: 0 };
    for (const table of reader.tables) {
      needed.records += await sumOf(reader, table, rowText(table));
      if (!TABLES_OF_FILES.includes(table.name)) continue;
      for await (const rows of rowsOf(reader, { ...table, columns: ['id', 'size_bytes'], key: ['id'] })) {
        const lacking = rows.filter(({ id }) => !there.has(fileName(String(id))));
        needed.files += lacking.reduce((sum, { size_bytes: bytes }) => sum + Number(bytes), 0);
      }
    }
    return needed;
  } finally {
    await reader.close();
  }
}

/** Bytes of all files that records name. */
export async function allFileBytes(places: Places): Promise<number> {
  const reader = await openReader(places);
  try {
    let bytes = 0;
    for (const table of reader.tables) {
      if (TABLES_OF_FILES.includes(table.name)) bytes += await sumOf(reader, table, quoted('size_bytes'));
    }
    return bytes;
  } finally {
    await reader.close();
  }
}

/** The characters of a row's line, without quotation marks. */
const rowText = ({ columns }: Table) =>
  [
    ...columns.map((name) => `length(coalesce(cast(${quoted(name)} as text), 'null'))`),
    String(columns.length + '[]'.length),
  ].join(' + ');

async function sumOf({ query }: DatabaseReader, { name }: Table, expression: string): Promise<number> {
  const [row] = await query(`select sum(${expression}) as sum from ${quoted(name)}`);
  return Number(row!['sum']);
}
