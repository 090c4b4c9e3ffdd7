import { chmod } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { systemErrorCode } from '../../errors.ts';
import { createPrivately } from '../../system/file-lock.ts';
import { openSqlite } from '../../system/sqlite.ts';
import { type Database, type Db, undoneWith } from './database.ts';
import { migrate } from './migrate.ts';
import { createPatientIndex } from './patient-index.ts';
import type { Tables } from './schema.ts';
import { sqliteDialect, whenFree } from './sqlite-dialect.ts';
import { sqlitePatientSearch } from './sqlite-patient-search.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export interface SqliteOptions {
  clock: Clock;
  /** Gets the number of each transaction that changed something, once it is on the disk. */
  onCommit?: (commits: number) => void;
  /** Of a new database: the schema it gets; the newest one if left out. */
  schema?: number;
}

/**
 * Opens the database file; makes it and migrates it if needed. Each commit is on the disk when it returns (WAL,
 * synchronous FULL); deleted data is overwritten, not just unlinked.
 */
export async function openSqliteDatabase(
  path: string,
  { clock, onCommit = () => {}, schema }: SqliteOptions,
): Promise<Database> {
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
  const log = createWriteAheadLog(path, { reader, writer });
  const dialect = sqliteDialect({
    reader,
    writer,
    log,
    onCommit: (commits) => {
      onCommit(commits);
      index.catchUp();
    },
  });
  const db = new Kysely<Tables>({ dialect });
  const index = createPatientIndex(db);
  try {
    await migrate(db, schema);
    // The reader learns of new columns only when it runs a statement, not when it prepares one.
    reader.exec('select count(*) from accounts');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  index.catchUp();
  const emptyLog = () => dialect.inTurn(log.empty);
  let lookedThrough: Promise<void> | undefined;
  const lastCommit = () => db.selectFrom('folder').select(['id as folderId', 'commits']).executeTakeFirstOrThrow();
  return {
    db,
    search: sqlitePatientSearch(db),
    // The lock on the data folder keeps other services away.
    isAlone: true,
    now: () => sql<number>`${sql.lit(clock.now())}`,
    transact: async (work) => {
      let transaction: Db | undefined;
      try {
        return await db.transaction().execute((begun) => {
          transaction = begun;
          return work(begun);
        });
      } catch (error) {
        // What a failing disk was given for a commit may be found there after a crash.
        throw systemErrorCode(error)?.startsWith('SQLITE_IOERR') ? error : undoneWith(error, transaction);
      }
    },
    changeUnsynced: (change) => dialect.runUnsynced(change.compile()),
    isTaken: (error, table) =>
      systemErrorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true &&
      (error as Error).message.includes(`UNIQUE constraint failed: ${table}.`),
    eraseTraces: async () => {
      lookedThrough ??= log.lookThrough(emptyLog).catch((error: unknown) => {
        lookedThrough = undefined;
        throw error;
      });
      await lookedThrough;
      const isEmpty = await emptyLog();
      await log.sync();
      return isEmpty;
    },
    lastCommit,
    // Each commit counts itself.
    countCommit: lastCommit,
    onJobChange: () => () => {},
    takeSlot: async () => () => {},
    close: async () => {
      await index.end();
      await db.destroy();
    },
  };
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
