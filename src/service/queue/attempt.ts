import { type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { filesOf, type RecordKey } from '../domain/files.ts';
import { measuresFromText, type ProviderNumber } from '../domain/generation.ts';
import { type Store, tidyUp } from '../domain/store.ts';
import type { FetchedFile } from '../storage/blob-store.ts';
import { isNoFileLeft, isNoRoom } from '../storage/reserve.ts';
import { GenerationRefused, type Generators, type RunHooks } from '../worker/engine-threads.ts';
import type { WorkOrder } from '../worker/protocol.ts';
import { failJob, finishJob } from './finish.ts';
import { LEASE_MS, type Lease, postponeLease, releaseLease, renewLease } from './leases.ts';

export interface AttemptOptions {
  store: Store;
  generators: Generators;
  /** Rehearsal: a generation takes at least this long. */
  readyAfterMs: number;
  /** Rehearsal: the share of generations that fail, 0…1. */
  failRate: number;
}

/** The service stops, so the job goes back and the attempt does not count. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

const RENEW_MS = LEASE_MS / 3;
/** Far longer than any generation in the provider table; one that takes longer hangs. */
const LIMIT_MS = 15 * 60_000;

const REHEARSED_FAILURE = 'this generation was made to fail: the service runs with a rehearsal failure rate';
/** `GAVE_UP` says the number in words. */
const MAX_ATTEMPTS = 3;
const GAVE_UP = 'the generation broke off three times without a result. Take the photos again and send them once more';

/** Makes one attempt at a job. Afterwards the job has ended or can be tried again, whatever happens. */
export async function tryJob(lease: Lease, options: AttemptOptions, hooks: RunHooks): Promise<void> {
  const { store, failRate } = options;
  if (lease.attempt > MAX_ATTEMPTS) return failJob(store, lease, GAVE_UP);
  try {
    const result = await generate(lease, options, hooks);
    if (result === undefined) return;
    if (Math.random() < failRate) throw new GenerationRefused(REHEARSED_FAILURE);
    await finishJob(store, lease, result);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    if (error instanceof GenerationRefused) return failJob(store, lease, error.message);
    if (isNoRoom(error) || isNoFileLeft(error)) await postponeLease(store, lease);
    else if (lease.attempt >= MAX_ATTEMPTS) await failJob(store, lease, GAVE_UP);
    else await releaseLease(store, lease);
    throw error;
  }
}

/** Gives the engine's result and renews the lease meanwhile; undefined if the record is gone. */
async function generate(
  lease: Lease,
  { store, generators, readyAfterMs }: AttemptOptions,
  { signal: stop, onProgress }: RunHooks,
) {
  const lost = new AbortController();
  const { clock } = store;
  const startedAt = clock.monotonic();
  const renewal = setInterval(() => {
    const isOverdue = clock.monotonic() - startedAt > LIMIT_MS;
    if (isOverdue) return lost.abort(new Error('the generation took too long'));
    renewLease(store, lease).then(
      (isHeld) => isHeld || lost.abort(new Error('the job was taken away')),
      (error: unknown) => lost.abort(error),
    );
  }, RENEW_MS);
  const signal = AbortSignal.any([stop, lost.signal]);
  const fetched: FetchedFile[] = [];
  try {
    const order = await orderOf(store, lease.record, fetched);
    if (order === undefined) return undefined;
    const result = await generators.run(order, { signal, onProgress });
    await clock.sleep(Math.max(0, readyAfterMs - (clock.monotonic() - startedAt)), signal);
    return result;
  } finally {
    clearInterval(renewal);
    await tidyUp(store, 'removing photos of a generation', () => Promise.all(fetched.map((file) => file.release())));
  }
}

/** The order for the engine, its photos added to `fetched`; undefined if the patient has been deleted meanwhile. */
async function orderOf(
  { db, blobs }: Store,
  record: RecordKey,
  fetched: FetchedFile[],
): Promise<WorkOrder | undefined> {
  const row = await db
    .selectFrom(record.table)
    .where('id', '=', record.id)
    .select(['type', 'provider', 'given_measures'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const photos = (await filesOf(db, record)).filter(({ name }) => VIEWS.some((view) => view === name));
  const photoPaths: WorkOrder['photoPaths'] = {};
  for (const { id, name } of photos) {
    const file = await blobs.fetchFile(id);
    fetched.push(file);
    photoPaths[name as View] = file.path;
  }
  return {
    type: row.type as ReconstructionType,
    provider: row.provider as ProviderNumber,
    measures: measuresFromText(row.given_measures),
    photoPaths,
  };
}
