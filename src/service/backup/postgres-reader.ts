import type { SqliteRow } from '../../system/sqlite.ts';
import { openPool } from '../storage/postgres/connections.ts';
import { type DatabaseReader, inOrder, type Query, type Table } from './database-reader.ts';

/** Reads one moment of a database that other processes work on; nobody waits for it. */
export async function openPostgresReader(url: string): Promise<DatabaseReader> {
  const pool = openPool(url);
  const connection = await pool.connect();
  const query: Query = async (text, values = []) => (await connection.query(text, [...values])).rows as SqliteRow[];
  const close = async () => {
    connection.release();
    await pool.end();
  };
  try {
    await query('begin isolation level repeatable read read only');
    // The disk of the backup may be slow.
    await query('set local idle_in_transaction_session_timeout = 600000');
    const [folder] = await query('select id, commits from folder');
    const [version] = await query('select version from schema_version');
    return {
      engine: 'postgres',
      schema: Number(version!['version']),
      tables: inOrder(await tablesOf(query)),
      counters: await countersOf(query),
      last: { folderId: String(folder!['id']), commits: Number(folder!['commits']) },
      query,
      async close() {
        await query('rollback').catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function tablesOf(query: Query): Promise<Table[]> {
  const columns = await query(`
    select c.relname as table, a.attname as column, array_position(i.indkey::int2[], a.attnum) as "keyAt"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and a.attgenerated = ''`);
  const references = await query(`
    select o.relname as table, t.relname as target from pg_constraint f
    join pg_class o on o.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and o.relnamespace = current_schema()::regnamespace`);
  return [...new Set(columns.map(({ table }) => String(table)))].map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = own.filter(({ keyAt }) => keyAt !== null).toSorted((a, b) => Number(a['keyAt']) - Number(b['keyAt']));
    return {
      name,
      columns: own.map(({ column }) => String(column)).toSorted(),
      key: key.map(({ column }) => String(column)),
      references: references.filter(({ table }) => table === name).map(({ target }) => String(target)),
    };
  });
}

async function countersOf(query: Query): Promise<Record<string, number>> {
  const rows = await query(`
    select c.relname as name, s.last_value as last from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename)
      = pg_get_serial_sequence(format('%I.%I', s.schemaname, c.relname), a.attname)
    where a.attidentity <> '' and s.last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, last }) => [String(name), Number(last)]));
}
