import { openSqlite, type SqliteConnection, type SqliteValue } from '../../system/sqlite.ts';
import { whenFree } from '../storage/sqlite-dialect.ts';
import { type DatabaseReader, inOrder, type Table } from './database-reader.ts';

/** Reads one moment of a database file, also while a service works on it; nobody waits for it. */
export async function openSqliteReader(path: string): Promise<DatabaseReader> {
  const connection = await openSqlite(path);
  const all = (text: string, values: readonly SqliteValue[] = []) =>
    connection.prepare(text.replaceAll(/\$\d+/g, '?')).all(values);
  try {
    // The first row that is read fixes the moment.
    const folder = await whenFree(() => {
      if (connection.isInTransaction()) connection.exec('rollback');
      connection.exec('pragma query_only = on; begin');
      return all('select id, commits from folder')[0]!;
    });
    return {
      engine: 'sqlite',
      schema: Number(all('pragma user_version')[0]!['user_version']),
      tables: inOrder(tablesOf(connection)),
      counters: Object.fromEntries(
        all('select name, seq from sqlite_sequence order by name').map(({ name, seq }) => [String(name), Number(seq)]),
      ),
      last: { folderId: String(folder['id']), commits: Number(folder['commits']) },
      query: async (text, values) => all(text, values),
      close: async () => {
        // libsql holds what it reads until a garbage collection, and nobody could empty the log meanwhile.
        if (connection.isInTransaction()) connection.exec('rollback');
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function tablesOf(connection: SqliteConnection): Table[] {
  const names = (text: string, ...values: string[]) =>
    connection
      .prepare(text)
      .all(values)
      .map(({ name }) => String(name));
  const isOwn = (name: string) => !/^(sqlite|libsql)_/.test(name);
  return names(`select name from sqlite_schema where type = 'table'`)
    .filter(isOwn)
    .map((table) => ({
      name: table,
      columns: names('select name from pragma_table_info(?)', table).toSorted(),
      key: names('select name from pragma_table_info(?) where pk > 0 order by pk', table),
      references: names('select distinct "table" as name from pragma_foreign_key_list(?)', table),
    }));
}
