import { chmod } from 'node:fs/promises';
import { Kysely } from 'kysely';
import { createPrivately } from '../../system/file-lock.ts';
import { openSqlite } from '../../system/sqlite.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { sqliteDialect, whenFree } from './sqlite-dialect.ts';

/**
 * Opens the database file; makes it and migrates it if needed. Each commit is on the disk when it returns (WAL,
 * synchronous FULL); deleted data is overwritten, not just unlinked. `onCommit` gets the number of each transaction
 * that changed something, once it is on the disk.
 */
export async function openDatabase(
  path: string,
  onCommit: (commits: number) => void = () => {},
): Promise<Kysely<Tables>> {
  await makeForOwnerAlone(path);
  const writer = await openSqlite(path);
  const reader = await openSqlite(path);
  try {
    await whenFree(() => writer.exec(`pragma journal_mode = wal; ${PRAGMAS}`));
    reader.exec(`${PRAGMAS}; pragma query_only = on`);
  } catch (error) {
    for (const connection of [reader, writer]) connection.close();
    throw error;
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

const PRAGMAS =
  'pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; ' +
  // Without temporary files, reading and deleting work on a full disk too.
  'pragma temp_store = memory';

/**
 * Makes the database file for its owner alone: the folder may have been open to others before, and SQLite gives its
 * further files the mode of this one. An existing file is not opened: closing it would drop this process's locks on it.
 */
async function makeForOwnerAlone(path: string): Promise<void> {
  await createPrivately(path);
  await chmod(path, 0o600);
}
