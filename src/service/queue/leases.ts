import { type ExpressionBuilder, sql } from 'kysely';
import type { RecordKey } from '../domain/files.ts';
import type { Db, Store } from '../domain/store.ts';
import type { Tables } from '../storage/schema.ts';

/** The time that an attempt holds a job without renewing its lease. */
export const LEASE_MS = 30_000;

/** A job taken for one attempt; only that attempt may end it. */
export interface Lease {
  jobId: number;
  /** Grows with each attempt. */
  attempt: number;
  /** How many attempts the engine broke off. */
  failures: number;
  record: RecordKey;
}

/**
 * Takes a job that no attempt holds, if there is one: the oldest of the account that has the fewest running. With `only`,
 * one of these reconstructions.
 */
export async function takeJob(store: Store, only?: readonly number[]): Promise<Lease | undefined> {
  if (only?.length === 0) return undefined;
  return store.database.transact(async (db) => {
    for (const accountId of await accountsWithJobs(store, db)) {
      const job = await oldestFree(store, db, accountId)
        .$if(only !== undefined, (jobs) => jobs.where('jobs.reconstruction_id', 'in', only ?? []))
        .executeTakeFirst();
      if (job === undefined) continue;
      const attempt = job.attempt + 1;
      await db
        .updateTable('jobs')
        .set({
          state: 'running',
          attempt,
          progress: 0,
          begun_at: store.clock.now(),
          lease_until: inMs(store, LEASE_MS),
        })
        .where('id', '=', job.id)
        .execute();
      return { jobId: job.id, attempt, failures: job.failures, record: recordOf(job) };
    }
    return undefined;
  });
}

/** The accounts with open jobs, fewest running first. One look into the index for each account. */
async function accountsWithJobs({ database }: Store, db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select((all) => [
      'accounts.id',
      jobsOf(all)
        .where(isRunning)
        .where('lease_until', '>', database.now())
        .select(all.fn.countAll<number>().as('count'))
        .as('running'),
    ])
    .where((all) => all.exists(jobsOf(all).where(isOpen).select('jobs.id')))
    .orderBy('running')
    .orderBy('accounts.id')
    .execute();
  return rows.map(({ id }) => id);
}

const jobsOf = (all: ExpressionBuilder<Tables, 'accounts'>) =>
  all.selectFrom('jobs').whereRef('jobs.account_id', '=', 'accounts.id');

// Written out, because the indexes of open and of running jobs are not used for a parameter.
const isOpen = sql<boolean>`jobs.state in ('queued', 'running')`;
const isRunning = sql<boolean>`jobs.state = 'running'`;

/** The oldest job of an account that no attempt holds, locked; one that another process is just taking is left out. */
const oldestFree = ({ database }: Store, db: Db, accountId: number) =>
  db
    .selectFrom('jobs')
    .leftJoin('reconstructions', 'reconstructions.id', 'jobs.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'jobs.after_id')
    .selectAll('jobs')
    .where('jobs.account_id', '=', accountId)
    .where(isOpen)
    // A record whose photos are missing could only fail; its job waits until they are back.
    .where((where) => where.or([where('reconstructions.is_incomplete', '=', 0), where('afters.is_incomplete', '=', 0)]))
    .where('lease_until', '<=', database.now())
    .orderBy('jobs.id')
    .limit(1)
    .forUpdate('jobs')
    .skipLocked();

/** False if the job was deleted or another attempt has it. */
export async function renewLease(store: Store, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await held(store.db, lease)
    .set({ lease_until: inMs(store, LEASE_MS) })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Gives a job back without counting the attempt: the service stops, which is not the job's fault. */
export async function returnLease(store: Store, lease: Lease): Promise<void> {
  await held(store.db, lease)
    .set({ state: 'queued', attempt: lease.attempt - 1, lease_until: 0 })
    .execute();
}

/** The wait until a job is taken again that found no room on the disk, or no file to open. */
const POSTPONED_MS = 60_000;

/** Lets the job be taken again later, without counting the attempt: the machine lacks room, which is not the job's fault. */
export async function postponeLease(store: Store, lease: Lease): Promise<void> {
  await held(store.db, lease)
    .set({ state: 'queued', attempt: lease.attempt - 1, lease_until: inMs(store, POSTPONED_MS) })
    .execute();
}

/** Tells the progress of a running attempt, 0 to 1. */
export async function tellProgress(store: Store, lease: Lease, progress: number): Promise<void> {
  await store.database.changeUnsynced(held(store.db, lease).set({ progress }));
}

/** Lets the job be tried again after the engine broke off. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  const failures = lease.failures + 1;
  await held(store.db, lease).set({ state: 'queued', failures, lease_until: 0 }).execute();
}

/** Ends the job in the transaction of its result. False if this attempt no longer holds it: then write nothing. */
export async function endJob(db: Db, lease: Lease, state: 'done' | 'failed', now: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, lease)
    .set({ state, lease_until: 0, finished_at: now })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Frees the jobs that a dead process left or put off. If other processes may live, these leases end by themselves. */
export async function freeDeadLeases(store: Store): Promise<void> {
  if (!store.database.isAlone) return;
  await store.db
    .updateTable('jobs')
    .set({ lease_until: 0 })
    .where('state', 'in', ['queued', 'running'])
    .where('lease_until', '>', 0)
    .execute();
}

const inMs = ({ database }: Store, ms: number) => sql<number>`${database.now()} + ${sql.lit(ms)}`;

const held = (db: Db, { jobId, attempt }: Lease) =>
  db.updateTable('jobs').where('id', '=', jobId).where('attempt', '=', attempt).where('state', '=', 'running');

function recordOf(job: { reconstruction_id: number | null; after_id: number | null }): RecordKey {
  if (job.reconstruction_id === null) return { table: 'afters', id: job.after_id! };
  return { table: 'reconstructions', id: job.reconstruction_id };
}
