import type { Compilable, Expression, Kysely, Transaction } from 'kysely';
import type { LastCommit } from './last-commit.ts';
import type { PatientSearch } from './patient-search.ts';
import type { Tables } from './schema.ts';

/** The database itself or a transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** A database with what SQLite and PostgreSQL do in different ways. */
export interface Database {
  /** Runs single statements; see `transact` for several. */
  db: Kysely<Tables>;
  /** True if no other process can work on the jobs in it. */
  isAlone: boolean;
  /** The time by the clock that all processes share, in ms since the epoch. */
  now(): Expression<number>;
  /**
   * Runs the work in one transaction, and again where another transaction came in its way: it must change nothing but
   * rows.
   * @throws CommitUnknownError if the connection broke during the commit
   */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs one statement that changes something, without waiting for the disk: a power cut may undo it. */
  changeUnsynced(change: Compilable): Promise<void>;
  /** True if a unique key of this table refused the row. */
  isTaken(error: unknown, table: keyof Tables): boolean;
  search: PatientSearch;
  /** Overwrites what deleted rows left behind. False if somebody who reads keeps a part of it there for now. */
  eraseTraces(): Promise<boolean>;
  lastCommit(): Promise<LastCommit>;
  /** Counts what has been committed. The count is on the disk, so no crash leaves a lower one behind a note of it. */
  countCommit(): Promise<LastCommit>;
  /** Calls `hear` when another process may have made or ended a job; a hint may get lost. Returns what ends it. */
  onJobChange(hear: () => void): () => void;
  /**
   * Takes one of `most` slots that all processes share, by a number for what they are of. Returns a function that gives it
   * back; undefined if other processes have all of them. A process that dies gives its slots back.
   */
  takeSlot(of: number, most: number): Promise<(() => void) | undefined>;
  /** Counts one more under the key within a window of time, for all processes; undefined if there are no others. */
  countWithin?(key: string, windowMs: number): Promise<{ current: number; leftMs: number }>;
  close(): Promise<void>;
}

/** The transaction that was undone when it threw an error. */
const undone = new WeakMap<Error, Db>();

/** Notes that nothing of a transaction is stored. Returns the error with which it ended. */
export function undoneWith(error: unknown, transaction: Db | undefined): unknown {
  if (error instanceof Error && transaction !== undefined) undone.set(error, transaction);
  return error;
}

/** True if nothing of this transaction is stored, because it ended with this error. */
export const isUndoneWith = (error: unknown, transaction: Db): boolean =>
  error instanceof Error && undone.get(error) === transaction;

/** The connection broke during a commit: nobody knows if the change was made. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}
