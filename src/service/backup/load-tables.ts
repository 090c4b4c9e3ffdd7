import { PostgresAdapter, sql } from 'kysely';
import type { SqliteRow } from '../../system/sqlite.ts';
import type { Db } from '../storage/database.ts';
import { damaged } from './damaged.ts';
import { quoted } from './database-reader.ts';
import type { OpenedSnapshot } from './open-snapshot.ts';
import { readRows, tableFile } from './rows.ts';

/** Either database takes more values in a statement. */
const BATCH_VALUES = 5000;

/** Writes the rows of a snapshot into a new database. */
export async function loadTables(db: Db, { backup, snapshot, manifest }: OpenedSnapshot): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  // What a migration has put there is in the snapshot as it became.
  for (const name of names.toReversed()) await sql`delete from ${sql.table(name)}`.execute(db);
  for (const table of manifest.tables) {
    const atOnce = Math.max(1, Math.floor(BATCH_VALUES / table.columns.length));
    let rows: SqliteRow[] = [];
    let count = 0;
    const insert = async () => {
      if (rows.length > 0)
        await db
          .insertInto(table.name as never)
          .values(rows as never)
          .execute();
      count += rows.length;
      rows = [];
    };
    for await (const row of readRows(backup, snapshot, table)) {
      rows.push(row);
      if (rows.length === atOnce) await insert();
    }
    await insert();
    if (count !== table.rows) throw damaged(backup, tableFile(snapshot, table.name), `${table.name} lacks rows`);
  }
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const name of names) await (isPostgres ? countOnInPostgres : countOnInSqlite)(db, name, manifest.counters[name]);
}

/** SQLite counts some ids by the highest row alone, so a table may have rows and no counter. */
async function countOnInPostgres(db: Db, table: string, last = 0): Promise<void> {
  const name = quoted(table);
  const { rows } = await sql<{ column: string }>`select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attidentity <> '' and not attisdropped`.execute(db);
  for (const { column } of rows) {
    const found = await sql<{ last: number }>`
      select greatest(${last}::bigint, max(${sql.ref(column)})) as last from ${sql.table(table)}`.execute(db);
    const next = found.rows[0]!.last;
    if (next > 0) await sql`select setval(pg_get_serial_sequence(${name}, ${column}), ${next}::bigint)`.execute(db);
  }
}

async function countOnInSqlite(db: Db, table: string, last?: number): Promise<void> {
  if (last === undefined) return;
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
}
