import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { hasCode } from '../../../errors.ts';
import { CommitUnknownError, type Database, type Db, undoneWith } from '../database.ts';
import type { Tables } from '../schema.ts';
import { type LastingSession, openLastingSession } from './lasting-session.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPostgres } from './open-postgres.ts';
import { postgresPatientSearch } from './postgres-patient-search.ts';
import { createRateCounts } from './rate-counts.ts';

/**
 * Opens a PostgreSQL database that many processes share; sets it up or migrates it if needed.
 * @param url a `postgres://` URL; it may hold a password
 * @throws ReconError `unavailable` if nothing answers there
 */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const db = openPostgres(url);
  try {
    await migratePostgres(db, url);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  let session: LastingSession | undefined;
  return {
    db,
    isAlone: false,
    now: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    transact: (work) => transact(db, work),
    changeUnsynced: (change) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        await transaction.executeQuery(change.compile());
      }),
    isTaken: (error, table) => error instanceof pg.DatabaseError && error.code === TAKEN && error.table === table,
    search: postgresPatientSearch(db),
    // The server overwrites the rows in its own time (vacuum), and its dumps do not have them.
    eraseTraces: async () => true,
    lastCommit: () => db.selectFrom('folder').select(LAST_COMMIT).executeTakeFirstOrThrow(),
    countCommit: () =>
      db
        .updateTable('folder')
        .set({ commits: sql<number>`commits + 1` })
        .returning(LAST_COMMIT)
        .executeTakeFirstOrThrow(),
    onJobChange(hear) {
      session ??= openLastingSession(url, hear);
      return session.end;
    },
    takeSlot: async (of, most) => (session === undefined ? () => {} : session.takeSlot(of, most)),
    countWithin: createRateCounts(db),
    close: () => db.destroy(),
  };
}

const LAST_COMMIT = ['id as folderId', 'commits'] as const;

const TAKEN = '23505';
/** Serialization failure and deadlock: the server undid this transaction so that another one could go on. */
const CAME_IN_ITS_WAY = ['40001', '40P01'];
const MOST_TRIES = 5;

async function transact<T>(db: Kysely<Tables>, work: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    let begun: Db | undefined;
    try {
      return await db.transaction().execute(async (transaction) => {
        begun = transaction;
        const result = await work(transaction);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (isCommitting && hasCode(error, 'unavailable')) {
        throw new CommitUnknownError('the connection to the database broke during a commit', { cause: error });
      }
      const isInWay = error instanceof pg.DatabaseError && CAME_IN_ITS_WAY.includes(error.code ?? '');
      if (!isInWay || tries === MOST_TRIES) throw undoneWith(error, begun);
      await sleep(Math.random() * 20 * tries);
    }
  }
}
