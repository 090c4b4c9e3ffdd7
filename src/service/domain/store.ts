import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { LastCommitSync } from '../storage/last-commit.ts';
import type { Tables } from '../storage/schema.ts';
import type { NewFileIds } from './file-ids.ts';

/** The parts that every domain function works with. */
export interface Store {
  db: Kysely<Tables>;
  blobs: BlobStore;
  newFileIds: NewFileIds;
  /** Syncs the note beside the files that tells how far the database has come. */
  lastCommit: LastCommitSync;
  clock: Clock;
  /** Writes one line for the operator; it never contains a name, a token or a photo. */
  onLog: Log;
}

/** The database itself or a transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;
