import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { LastCommitSync } from '../storage/last-commit.ts';
import type { Tables } from '../storage/schema.ts';
import type { NewFileIds } from './file-ids.ts';

/** What every domain function works on. */
export interface Store {
  db: Kysely<Tables>;
  blobs: BlobStore;
  newFileIds: NewFileIds;
  /** Of the note beside the files of how far the database has come. */
  lastCommit: LastCommitSync;
  clock: Clock;
  /** One line for the operator; never with a name, a token or a photo in it. */
  onLog: Log;
}

/** The database itself or a transaction on it. */
export type Db = Kysely<Tables> | Transaction<Tables>;
