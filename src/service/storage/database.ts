import { chmod } from 'node:fs/promises';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { createPrivately } from '../../system/file-lock.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';

/** How long a statement waits for another process (`recon accounts`) to finish its write. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the database file, creating and migrating it as needed. Each commit is on disk before it
 * returns (WAL, synchronous FULL); what is deleted is overwritten, not just unlinked from a page.
 * `onCommit` gets the number of each transaction that changed something, once it is on disk.
 */
export async function openDatabase(
  path: string,
  onCommit: (commits: number) => void = () => {},
): Promise<Kysely<Tables>> {
  await makeForOwnerAlone(path);
  const connection = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; ' +
      // No temporary files: reading and deleting work on a full disk too.
      'pragma temp_store = memory',
  );
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(connection, onCommit) }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * The folder may have been somebody's before, open to all. SQLite gives its further files the mode of this one. A file
 * that is there is not opened: closing it again would drop this process's locks on it.
 */
async function makeForOwnerAlone(path: string): Promise<void> {
  await createPrivately(path);
  await chmod(path, 0o600);
}

/** A list of ids makes a text for each length; all are dropped when there are more. */
const MOST_STATEMENTS = 200;

/**
 * kysely speaks to better-sqlite3; libsql is the same but for what is mended here. A statement is prepared once: to run
 * one again takes half as long (10 µs and 22 µs, a row by its key).
 */
function adapt(connection: Database.Database, onCommit: (commits: number) => void) {
  let changesBefore = 0;
  const changes = () => numberOf(statement('select total_changes()').all([]));
  const begin = () => {
    // A transaction takes the write lock at its start: one that reads first and writes later
    // could not wait for another process's write, only fail.
    connection.exec('begin immediate');
    changesBefore = changes();
  };
  const commit = () => {
    if (changes() === changesBefore) return connection.exec('commit');
    const commits = numberOf(statement('update folder set commits = commits + 1 returning commits').all([]));
    connection.exec('commit');
    onCommit(commits);
  };
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => {
    const statement = connection.prepare(sql);
    // SQLite rolls back by itself where the disk is full; a second time would hide why.
    const run = (parameters: readonly unknown[]) =>
      sql === 'rollback' && !connection.inTransaction
        ? { changes: 0, lastInsertRowid: 0 }
        : statement.run(bindable(parameters));
    return {
      reader: statement.reader,
      all: (parameters: readonly unknown[]) => statement.all(bindable(parameters)),
      run,
      iterate: (parameters: readonly unknown[]) => statement.iterate(bindable(parameters)),
    };
  };
  const statement = (sql: string) => {
    const found = prepared.get(sql) ?? prepare(sql);
    if (prepared.size >= MOST_STATEMENTS) prepared.clear();
    prepared.set(sql, found);
    return found;
  };
  return {
    close: () => closeWhole(connection),
    prepare(sql: string) {
      if (sql === 'begin') return instead(begin);
      if (sql === 'commit') return instead(commit);
      return statement(sql);
    },
  };
}

const numberOf = (rows: unknown[]) => Number(Object.values(rows[0] as object)[0]);

/** Something to do in the place of a statement without rows. */
const instead = (run: () => void) => ({
  reader: false,
  all: () => [],
  run: () => {
    run();
    return { changes: 0, lastInsertRowid: 0 };
  },
  iterate: () => [][Symbol.iterator](),
});

/** All of it in the one file, so that a copy of that file is a copy of the database. */
function closeWhole(connection: Database.Database): void {
  try {
    connection.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // What is in the write-ahead log counts as well.
  }
  connection.close();
}

/** A boolean ends the whole process inside libsql 0.5, so it never gets there. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value === null || typeof value === 'string') continue;
    if (typeof value === 'number' && Number.isFinite(value)) continue;
    throw new TypeError(`a statement cannot take a value of type ${typeof value}`);
  }
  return [...parameters];
}
