import type { SqliteRow, SqliteValue } from '../../system/sqlite.ts';
import type { LastCommit } from '../storage/last-commit.ts';

/** A table as the database's own catalogue has it. */
export interface Table {
  name: string;
  /** Sorted, so that both databases write the same rows in the same way. */
  columns: string[];
  /** The columns of its primary key; none if it has no key. */
  key: string[];
  /** The tables whose rows must be there before its own. */
  references: string[];
}

export type Engine = 'sqlite' | 'postgres';

/** One moment of a database, which others go on working on. */
export interface DatabaseReader {
  engine: Engine;
  /** The number of its schema; each engine counts for itself. */
  schema: number;
  /** Those that are copied; each one after the tables it references. */
  tables: Table[];
  /** By table, the highest id that was ever given out: the id of a deleted patient never names another person. */
  counters: Record<string, number>;
  last: LastCommit;
  /** `$1` stands for the first value, and so on; each one once, in their order. */
  query: Query;
  close(): Promise<void>;
}

export type Query = (text: string, values?: readonly SqliteValue[]) => Promise<SqliteRow[]>;

/**
 * What is not copied: indexes that triggers and the service make of other tables, short-lived counts, and what tells of
 * the place itself. Every other table of the catalogue is.
 */
const NOT_COPIED = new Set([
  'patient_counts',
  'patient_grams',
  'patient_joints',
  'search_progress',
  'rate_counts',
  'schema_version',
  'folder',
]);

/** Puts the tables that are copied into an order in which their rows can be written. */
export function inOrder(tables: readonly Table[]): Table[] {
  const copied = tables.filter(({ name }) => !NOT_COPIED.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const ordered = new Set<Table>();
  const add = (table: Table) => {
    if (ordered.has(table)) return;
    for (const name of table.references) {
      const before = copied.find((one) => one.name === name);
      if (before !== undefined && before !== table) add(before);
    }
    ordered.add(table);
  };
  copied.forEach(add);
  return [...ordered];
}

const BATCH_ROWS = 1000;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** All rows of a table in the order of its key, some at a time. */
export async function* rowsOf({ query }: DatabaseReader, { name, columns, key }: Table): AsyncGenerator<SqliteRow[]> {
  const names = columns.map(quoted).join(', ');
  if (key.length === 0) return yield await query(`select ${names} from ${quoted(name)}`);
  const keys = key.map(quoted).join(', ');
  const places = key.map((_, at) => `$${at + 1}`).join(', ');
  let after: SqliteValue[] | undefined;
  for (;;) {
    const where = after === undefined ? '' : `where (${keys}) > (${places})`;
    const text = `select ${names} from ${quoted(name)} ${where} order by ${keys} limit ${BATCH_ROWS}`;
    const rows = await query(text, after);
    yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = key.map((column) => rows.at(-1)![column] as SqliteValue);
  }
}
