import { chmod } from 'node:fs/promises';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { createPrivately } from '../../system/file-lock.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';

/** The time that a statement waits for another process (`recon accounts`) to finish its write. */
const BUSY_TIMEOUT_MS = 5_000;

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
  const connection = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; ' +
      // Without temporary files, reading and deleting work on a full disk too.
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
 * Makes the database file for its owner alone: the folder may have been open to others before, and SQLite gives its
 * further files the mode of this one. An existing file is not opened: closing it would drop this process's locks on it.
 */
async function makeForOwnerAlone(path: string): Promise<void> {
  await createPrivately(path);
  await chmod(path, 0o600);
}

/** A list of ids makes one statement text per length; all are dropped when there are more than this. */
const MOST_STATEMENTS = 200;

/**
 * Adapts libsql to kysely, which expects better-sqlite3; the differences are corrected here. A statement is prepared
 * once: to run one again takes half as long (10 µs and 22 µs, a row by its key).
 */
function adapt(connection: Database.Database, onCommit: (commits: number) => void) {
  let changesBefore = 0;
  const changes = () => numberOf(statement('select total_changes()').all([]));
  const begin = () => {
    // A transaction takes the write lock at its start: one that reads first and writes later could not wait for another
    // process's write and would fail.
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
    // SQLite rolls back by itself on a full disk; a second rollback would hide the cause.
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

/** A statement without rows that runs this function instead. */
const instead = (run: () => void) => ({
  reader: false,
  all: () => [],
  run: () => {
    run();
    return { changes: 0, lastInsertRowid: 0 };
  },
  iterate: () => [][Symbol.iterator](),
});

/** Closes the database so that everything is in the one file: a copy of that file is a copy of the database. */
function closeWhole(connection: Database.Database): void {
  try {
    connection.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // The write-ahead log still counts, so a failure here loses nothing.
  }
  connection.close();
}

/** A boolean parameter ends the whole process inside libsql 0.5, so it is converted first. */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value === null || typeof value === 'string') continue;
    if (typeof value === 'number' && Number.isFinite(value)) continue;
    throw new TypeError(`a statement cannot take a value of type ${typeof value}`);
  }
  return [...parameters];
}
