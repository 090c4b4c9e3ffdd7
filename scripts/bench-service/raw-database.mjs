/** The database file of a service that is stopped, by the SQLite that this Node has. */
export async function openRawDatabase(path) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? {};
  if (DatabaseSync !== undefined) return new DatabaseSync(path);
  const { default: Libsql } = await import('libsql');
  return new Libsql(path);
}
