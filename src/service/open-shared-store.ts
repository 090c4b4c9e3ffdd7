import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import { newFileIds } from './domain/files.ts';
import { markWhole } from './domain/missing-files.ts';
import { createSearches } from './domain/searches.ts';
import type { Log, Store } from './domain/store.ts';
import { type Files, openFiles } from './open-files.ts';
import type { Places } from './places.ts';
import { refuseOtherBucket } from './same-files.ts';
import { schemaOf } from './schema-of.ts';
import type { Database } from './storage/database.ts';
import { openIncoming } from './storage/incoming.ts';
import { type LastCommit, lastCommitSync } from './storage/last-commit.ts';
import { openSqliteDatabase } from './storage/sqlite-database.ts';
import { areAsStored } from './storage/verified-file.ts';

export interface SharedStore {
  store: Store;
  /** Removes the notes of processes that have ended. */
  sweepNotes(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a store of which the database, the files or both lie outside the data folder, where other processes may work on
 * them too.
 */
export async function openSharedStore(places: Places, clock: Clock, onLog: Log): Promise<SharedStore> {
  const incoming = await openIncoming(places.dataFolder);
  const files = await openFiles(places, incoming, onLog);
  const tellWait = <T>(what: string, work: Promise<T>) => tellLongWait(work, `Waiting for ${what}`, { clock, onLog });
  let database: Database | undefined;
  try {
    // Before a database is made that belongs to no files.
    const beside = await tellWait(files.name, files.readLastCommit());
    if (beside !== undefined && !(await isThere(places)))
      throw notBelonging(files, 'they are those of another database');
    database = await tellWait('the database', openDatabase(places, clock));
    await refuseOtherBucket(database.db, places);
    await requireBelonging(database, files, beside);
  } catch (error) {
    await database?.close();
    await files.close();
    throw error;
  }
  const { db, countCommit } = database;
  const note = async () => files.noteCommit(await countCommit());
  return {
    store: {
      database,
      db,
      searches: createSearches(database),
      blobs: files.blobs,
      incoming,
      newFileIds: newFileIds(database, clock),
      noteWhole: (signal) => markWhole(db, (recorded) => areAsStored(files.blobs, recorded), signal),
      lastCommit: lastCommitSync(note),
      auditEnd: files.auditEnd,
      clock,
      onLog,
    },
    sweepNotes: files.sweepNotes,
    async close() {
      await database.close();
      await files.close();
    },
  };
}

const TELL_AFTER_MS = 2_000;

/** A start that says nothing for so long seems to hang. */
async function tellLongWait<T>(
  work: Promise<T>,
  line: string,
  { clock, onLog }: { clock: Clock; onLog: Log },
): Promise<T> {
  const isOver = new AbortController();
  clock.sleep(TELL_AFTER_MS, isOver.signal).then(
    () => onLog(line, 'fault'),
    () => undefined,
  );
  return await work.finally(() => isOver.abort());
}

/** True if there is a database of an earlier start; a shared one is another's. */
const isThere = async (places: Places): Promise<boolean> =>
  places.databaseUrl !== undefined || (await schemaOf(places)).found > 0;

async function openDatabase(places: Places, clock: Clock): Promise<Database> {
  const { databaseUrl, dataFolder } = places;
  if (databaseUrl === undefined) {
    // A newer one is refused before it is opened for writing.
    await schemaOf(places);
    return openSqliteDatabase(join(dataFolder, 'recon.db'), { clock });
  }
  const { openPostgresDatabase } = await import('./storage/postgres/postgres-database.ts');
  return openPostgresDatabase(databaseUrl);
}

/**
 * Refuses a database that the files do not belong to: it would take them for leftovers. Files that a database of an
 * earlier moment does not know would be lost.
 */
async function requireBelonging(
  { db, lastCommit }: Database,
  files: Files,
  read: LastCommit | undefined,
): Promise<void> {
  // Another process may have begun at the same time.
  const beside = read ?? (await files.readLastCommit());
  const last = await lastCommit();
  const hasFiles = (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined;
  if (beside === undefined && !hasFiles) return files.noteCommit(last);
  const problem = mismatch(beside, last);
  if (problem === undefined) return;
  throw notBelonging(files, problem);
}

const notBelonging = ({ name }: Files, problem: string) =>
  new ReconError('storage', `the database does not belong to the files in ${name}: ${problem}`, {
    details: ['Nothing was changed.'],
    hint: 'give the database and the files of one moment',
  });

function mismatch(beside: LastCommit | undefined, last: LastCommit): string | undefined {
  if (beside === undefined) return 'it knows of files, and there are none';
  if (beside.folderId !== last.folderId) return 'they are those of another database';
  if (beside.commits <= last.commits) return undefined;
  return `it is older than they are; it ends at change ${last.commits}, the files at ${beside.commits}`;
}
