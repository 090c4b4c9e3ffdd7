import { statSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';
import { countConnection, pathOf } from './sqlite-file.ts';

export type SqliteValue = string | number | null;
export type SqliteRow = Record<string, unknown>;

/** One prepared statement. All methods throw an error whose `code` is SQLite's: `SQLITE_BUSY`, `SQLITE_IOERR_WRITE`. */
export interface SqliteStatement {
  /** True if it gives rows. */
  isReader: boolean;
  all(values?: readonly SqliteValue[]): SqliteRow[];
  run(values?: readonly SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** A connection to one database file. It never waits for another one's lock: that is `SQLITE_BUSY`, at once. */
export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  isInTransaction(): boolean;
  close(): void;
}

/**
 * Opens a database file, or the one of a `file:` URL, with Node's own SQLite. Node 20 has none (and Node 22 one behind a
 * flag until 22.16): there it is libsql. One process never uses both, which would not see each other's locks.
 */
export async function openSqlite(place: string | URL): Promise<SqliteConnection> {
  const ofNode = sqliteOfNode();
  const connection = ofNode === undefined ? await openLibsql(place) : openOfNode(ofNode, place);
  const uncount = countConnection(place);
  return {
    ...connection,
    close() {
      connection.close();
      uncount(ofNode !== undefined);
    },
  };
}

/** True if the failure is another connection's lock, which may be gone a moment later. */
export const isBusy = (error: unknown): boolean => systemErrorCode(error)?.startsWith('SQLITE_BUSY') === true;

/** The part of `node:sqlite` that is used. */
interface NodeSqlite {
  DatabaseSync: new (
    place: string | URL,
    options: { timeout: number; enableForeignKeyConstraints: boolean },
  ) => {
    readonly isTransaction: boolean;
    exec(sql: string): void;
    prepare(sql: string): {
      columns(): unknown[];
      all(...values: SqliteValue[]): SqliteRow[];
      run(...values: SqliteValue[]): ReturnType<SqliteStatement['run']>;
    };
    close(): void;
  };
}

/** Node 22 says at its first use that it is an experiment; a person at a clinic can do nothing with that. */
export function sqliteOfNode(): NodeSqlite | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 16)) return undefined;
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openOfNode({ DatabaseSync }: NodeSqlite, place: string | URL): SqliteConnection {
  const database = named(() => {
    // To read only, SQLite opens a folder too, and then tells of a disk that fails.
    if (statSync(pathOf(place), { throwIfNoEntry: false })?.isDirectory()) {
      throw Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' });
    }
    return new DatabaseSync(place, { timeout: 0, enableForeignKeyConstraints: false });
  });
  return {
    exec: (sql) => named(() => database.exec(sql)),
    prepare: (sql) =>
      named(() => {
        const statement = database.prepare(sql);
        return {
          isReader: statement.columns().length > 0,
          all: (values = []) => named(() => statement.all(...values)),
          run: (values = []) => named(() => statement.run(...values)),
        };
      }),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}

/** Error codes of SQLite by their number, as far as something is made of them; the low byte of others is one of these. */
const CODES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
  522: 'SQLITE_IOERR_SHORT_READ',
  778: 'SQLITE_IOERR_WRITE',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** Node's errors have the number of SQLite's code only; this gives them its name, as libsql does. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_SQLITE_ERROR') {
      const { errcode } = error as { errcode: number };
      (error as { code: string }).code = CODES[errcode] ?? CODES[errcode & 0xff] ?? `SQLITE_${errcode}`;
    }
    throw error;
  }
}

async function openLibsql(place: string | URL): Promise<SqliteConnection> {
  const { default: Libsql } = await import('libsql');
  const database = new Libsql(String(place), { timeout: 0 });
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const names = statement.reader
        ? statement
            .raw(true)
            .columns()
            .map(({ name }) => name)
        : [];
      return {
        isReader: statement.reader,
        // libsql takes a third longer to make objects than to make arrays.
        all: (values = []) => (statement.all([...values]) as SqliteValue[][]).map((row) => rowOf(names, row)),
        run: (values = []) => statement.run([...values]),
      };
    },
    isInTransaction: () => database.inTransaction,
    close: () => void database.close(),
  };
}

function rowOf(names: readonly string[], values: readonly SqliteValue[]): SqliteRow {
  const row: SqliteRow = {};
  for (let at = 0; at < names.length; at++) row[names[at]!] = values[at]!;
  return row;
}
