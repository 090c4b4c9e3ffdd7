import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import { systemErrorCode } from '../../errors.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Incoming } from '../storage/incoming.ts';
import type { EndKeeper } from '../storage/kept-end.ts';
import type { LastCommitSync } from '../storage/last-commit.ts';
import type { Tables } from '../storage/schema.ts';
import type { Searches } from './searches.ts';

/**
 * Writes one line for the operator; it never contains a name, a token or a photo. A `fault` is shown even if no log was
 * asked for.
 */
export type Log = (line: string, weight?: LogWeight) => void;

/** A `fault` wants a person to look, `news` is told to one, and nothing has to be done. Other lines are for who asks. */
export type LogWeight = 'fault' | 'news';

/** The parts that every domain function works with. */
export interface Store {
  database: Database;
  /** For single statements. */
  db: Kysely<Tables>;
  /** By name and email address; keeps what it learnt for the next request. */
  searches: Searches;
  blobs: BlobStore;
  incoming: Incoming;
  /** Gives ids for so many new files; each is recorded before it is handed out. */
  newFileIds(count: number): Promise<string[]>;
  /**
   * Looks if files are there, and marks the records of missing ones until a sweep finds them again. Returns the number of
   * missing ones. Only of a service that has all in its folder.
   */
  noteMissing?(fileIds: readonly string[]): Promise<number>;
  /** Takes the marks from records whose files are back, and returns the number that still lack one. */
  noteWhole(signal: AbortSignal): Promise<number>;
  /** Syncs the note beside the files that tells how far the database has come. */
  lastCommit: LastCommitSync;
  /** The end of the audit's chain outside the database. */
  auditEnd: EndKeeper;
  clock: Clock;
  onLog: Log;
}

export type { Db } from '../storage/database.ts';

/**
 * Runs the work that is left after a commit. If it fails, the change is still made, so the operator is told and the
 * caller is not. Tells if it worked.
 */
export async function tidyUp({ onLog }: Store, what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    onLog(`${what}: failed (${systemErrorCode(error) ?? 'unknown fault'})`, 'fault');
    return false;
  }
}
