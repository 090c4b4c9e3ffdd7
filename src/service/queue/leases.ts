import type { RecordKey } from '../domain/files.ts';
import type { Db, Store } from '../domain/store.ts';

/** The time that an attempt holds a job without renewing its lease. */
export const LEASE_MS = 30_000;

/** A job taken for one attempt; only that attempt may end it. */
export interface Lease {
  jobId: number;
  attempt: number;
  record: RecordKey;
}

/** Takes the oldest job that no attempt holds, if there is one; with `only`, one of these reconstructions. */
export async function takeJob(store: Store, only?: readonly number[]): Promise<Lease | undefined> {
  return store.db.transaction().execute(async (db) => {
    const now = store.clock.now();
    const job = await db
      .selectFrom('jobs')
      .leftJoin('reconstructions', 'reconstructions.id', 'jobs.reconstruction_id')
      .leftJoin('afters', 'afters.id', 'jobs.after_id')
      .selectAll('jobs')
      // A record whose photos are missing could only fail; its job waits until they are back.
      .where((where) =>
        where.or([where('reconstructions.is_incomplete', '=', 0), where('afters.is_incomplete', '=', 0)]),
      )
      .where((where) =>
        where.or([
          where('state', '=', 'queued'),
          where.and([where('state', '=', 'running'), where('lease_until', '<=', now)]),
        ]),
      )
      .$if(only !== undefined, (jobs) => jobs.where('jobs.reconstruction_id', 'in', only ?? []))
      .orderBy('jobs.id')
      .executeTakeFirst();
    if (job === undefined) return undefined;
    const attempt = job.attempt + 1;
    await db
      .updateTable('jobs')
      .set({ state: 'running', attempt, lease_until: now + LEASE_MS })
      .where('id', '=', job.id)
      .execute();
    return { jobId: job.id, attempt, record: recordOf(job) };
  });
}

/** False if the job was deleted or another attempt has it. */
export async function renewLease(store: Store, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await held(store.db, lease)
    .set({ lease_until: store.clock.now() + LEASE_MS })
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
    .set({ attempt: lease.attempt - 1, lease_until: store.clock.now() + POSTPONED_MS })
    .execute();
}

/** Lets the job be tried again. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  await held(store.db, lease).set({ state: 'queued', lease_until: 0 }).execute();
}

/** Ends the job in the transaction of its result. False if this attempt no longer holds it: then write nothing. */
export async function endJob(db: Db, lease: Lease, state: 'done' | 'failed', now: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, lease)
    .set({ state, lease_until: 0, finished_at: now })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** At the start no attempt can be running, so jobs marked as running were left by a process that died. */
export async function freeDeadLeases(store: Store): Promise<void> {
  await store.db.updateTable('jobs').set({ lease_until: 0 }).where('state', '=', 'running').execute();
}

const held = (db: Db, { jobId, attempt }: Lease) =>
  db.updateTable('jobs').where('id', '=', jobId).where('attempt', '=', attempt).where('state', '=', 'running');

function recordOf(job: { reconstruction_id: number | null; after_id: number | null }): RecordKey {
  if (job.reconstruction_id === null) return { table: 'afters', id: job.after_id! };
  return { table: 'reconstructions', id: job.reconstruction_id };
}
