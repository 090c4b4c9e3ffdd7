import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy, type SqliteConnection, type SqliteStatement, type SqliteValue } from '../../system/sqlite.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export interface SqliteParts {
  /** Reads outside a transaction. In WAL mode they wait for no write. */
  reader: SqliteConnection;
  /** Transactions, and writes of one statement. */
  writer: SqliteConnection;
  /** Left out, SQLite tends its log by itself. */
  log?: WriteAheadLog;
  /** Gets the number of each transaction that changed something, once it is on the disk. */
  onCommit(commits: number): void;
}

/** The time that a write waits for another process (`recon accounts`) to finish its own. */
const BUSY_LIMIT_MS = 20_000;

/**
 * SQLite for kysely. kysely's own driver has one connection: a read waits there until the running transaction ends, and
 * another process's lock stops the whole thread. Here reads have a connection of their own, and a write waits for its
 * turn and for locks without holding the thread.
 */
export function sqliteDialect(parts: SqliteParts): Dialect & Pick<SqliteDriver, 'runUnsynced' | 'inTurn'> {
  const driver = createDriver(parts);
  return {
    runUnsynced: driver.runUnsynced,
    inTurn: driver.inTurn,
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

const LOCKS: readonly (string | undefined)[] = ['ForUpdate', 'ForNoKeyUpdate', 'SkipLocked'];

/** Leaves out the locks of rows: a transaction is alone with the whole database. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.includes(node.modifier)) super.visitSelectModifier(node);
  }
}

interface SqliteDriver extends Driver {
  /** Runs one write that does not wait for the disk. */
  runUnsynced(query: CompiledQuery): Promise<void>;
  /** Runs the work while nothing else is written, and again while another process has the lock. */
  inTurn<T>(work: () => T): Promise<T>;
}

function createDriver({ reader, writer, log, onCommit }: SqliteParts): SqliteDriver {
  const run = { read: preparing(reader), write: preparing(writer) };
  const takeTurn = turns();
  const firstNumber = (sql: string) => Number(Object.values(run.write(sql).all()[0]!)[0]);

  async function inTurn<T>(work: () => T): Promise<T> {
    const endTurn = await takeTurn();
    try {
      return await whenFree(work);
    } finally {
      endTurn();
    }
  }

  class Session implements DatabaseConnection {
    /** Ends the turn of the transaction that is open. */
    endTurn: (() => void) | undefined;
    hasBegun = false;
    #changesBefore = 0;

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (this.endTurn !== undefined) return execute(run.write, query);
      if (SelectQueryNode.is(query.query)) return execute(run.read, query);
      return inTurn(() => {
        const result = execute<R>(run.write, query);
        log?.keepShort();
        return result;
      });
    }

    // biome-ignore lint/correctness/useYield: kysely asks for it, and nothing here streams rows.
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('rows are not streamed from SQLite');
    }

    async begin(): Promise<void> {
      this.hasBegun = true;
      const endTurn = await takeTurn();
      try {
        // The write lock is taken at the start: a transaction that reads first and writes later could not wait for
        // another process's write and would fail.
        await whenFree(() => writer.exec('begin immediate'));
        this.#changesBefore = firstNumber('select total_changes()');
        this.endTurn = endTurn;
      } catch (error) {
        endTurn();
        throw error;
      }
    }

    commit(): void {
      const isChanged = firstNumber('select total_changes()') !== this.#changesBefore;
      const commits = isChanged ? firstNumber('update folder set commits = commits + 1 returning commits') : 0;
      writer.exec('commit');
      log?.keepShort();
      this.#end();
      if (isChanged) onCommit(commits);
    }

    rollback(): void {
      // SQLite rolls back by itself on a full disk; a second rollback would hide the cause.
      if (writer.isInTransaction()) writer.exec('rollback');
      this.#end();
    }

    #end(): void {
      this.endTurn?.();
      this.endTurn = undefined;
    }
  }

  /** Those for the next queries: kysely notes each new one, which costs. That of a transaction is never used again. */
  const idle: Session[] = [];

  return {
    inTurn,
    runUnsynced: (query) =>
      inTurn(() => {
        // No other write can come in between, so no other commit is unsynced.
        writer.exec('pragma synchronous = normal');
        try {
          execute(run.write, query);
        } finally {
          writer.exec('pragma synchronous = full');
        }
      }),
    init: async () => {},
    acquireConnection: async () => idle.pop() ?? new Session(),
    beginTransaction: (session) => (session as Session).begin(),
    commitTransaction: async (session) => (session as Session).commit(),
    rollbackTransaction: async (session) => (session as Session).rollback(),
    releaseConnection: async (session) => {
      if (!(session as Session).hasBegun) idle.push(session as Session);
    },
    destroy: async () => {
      try {
        // Then everything is in the one file: a copy of that file is a copy of the database.
        log?.empty();
      } catch {
        // The write-ahead log still counts, so a failure here loses nothing.
      }
      for (const connection of [reader, writer]) connection.close();
    },
  };
}

function execute<R>(prepare: (sql: string) => SqliteStatement, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = prepare(sql);
  const values = bindable(parameters);
  if (statement.isReader) return { rows: statement.all(values) as R[] };
  const { changes, lastInsertRowid } = statement.run(values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** A list of ids makes one statement text per length; all are dropped when there are more than this. */
const MOST_STATEMENTS = 200;

/** Prepares a statement once: to run one again takes half as long (10 µs and 22 µs, a row by its key). */
function preparing(connection: SqliteConnection): (sql: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    if (prepared.size >= MOST_STATEMENTS) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
}

/** One after another, in the order in which they ask. The returned function ends the turn. */
function turns(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end!: () => void;
    last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  };
}

/** Runs the work, and again while another connection has the lock, for up to 20 s; the thread is free meanwhile. */
export async function whenFree<T>(work: () => T): Promise<T> {
  for (const deadline = performance.now() + BUSY_LIMIT_MS; ; ) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await sleep(2 + Math.random() * 18);
    }
  }
}

/** A boolean would end the whole process inside libsql 0.5. */
function bindable(parameters: readonly unknown[]): SqliteValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TypeError(`a statement cannot take a value of type ${typeof value}`);
  });
}
