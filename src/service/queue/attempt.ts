import type { Clock } from '../../clock.ts';
import { type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { hasCode } from '../../errors.ts';
import { filesOf, type RecordKey } from '../domain/files.ts';
import { measuresFromText, type ProviderNumber } from '../domain/generation.ts';
import { markIncomplete } from '../domain/missing-files.ts';
import { type Store, tidyUp } from '../domain/store.ts';
import type { FetchedFile } from '../storage/blob-store.ts';
import { CommitUnknownError } from '../storage/database.ts';
import { hasTooManyFilesOpen, isNoRoom, isNotWritable } from '../storage/disk-errors.ts';
import { DamagedFile, fetchVerified } from '../storage/verified-file.ts';
import { waitForAll } from '../storage/wait-for-all.ts';
import { type Generating, type Model, PART_NAMES, type PartName } from '../worker/orders.ts';
import type { ProcessPool } from '../worker/process-pool.ts';
import type { RunHooks } from '../worker/work-process.ts';
import { failJob, finishJob } from './finish.ts';
import { LEASE_MS, type Lease, postponeLease, releaseLease, renewLease } from './leases.ts';

export interface AttemptOptions {
  store: Store;
  generators: ProcessPool<Generating>;
  /** Rehearsal: a generation takes at least this long. */
  readyAfterMs: number;
  /** Rehearsal: the share of generations that fail, 0…1. */
  failRate: number;
  /** A job has ended, and is not tried again. */
  onEnded?: ((ended: EndedGeneration) => void) | undefined;
  /** Ids of reconstructions that no rehearsal concerns. */
  spared?: ReadonlySet<number>;
}

/** For a log and for figures: nothing of the patient. */
export interface EndedGeneration {
  job: number;
  outcome: 'ready' | 'failed';
}

/** The signal ends the attempt, with its reason. */
type AttemptHooks = RunHooks & { signal: AbortSignal };

/** The engine refused the photos: another attempt would end the same way. */
class GenerationRefused extends Error {
  override readonly name = 'GenerationRefused';
}

/** Photos are missing on the disk. Their record is marked, so the job waits until they are back. */
class PhotosMissing extends Error {
  override readonly name = 'PhotosMissing';
}

/** The service stops, so the job goes back and the attempt does not count. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

const RENEW_MS = LEASE_MS / 3;

/** The time between two notes of a rehearsed progress. */
const REHEARSED_TELL_MS = 1_000;

const REHEARSED_FAILURE = 'this generation was made to fail: the service runs with a rehearsal failure rate';
/** Photos on which the engine breaks off so often are given up. */
const MOST_FAILURES = 3;
/** Attempts also end with their process or its network, which says little about the photos. */
const MOST_ATTEMPTS = 20;
const gaveUp = (times: string) =>
  `the generation broke off ${times} times without a result. Take the photos again and send them once more`;

/** Makes one attempt at a job. Afterwards the job has ended or can be tried again, whatever happens. */
export async function tryJob(lease: Lease, given: AttemptOptions, hooks: AttemptHooks): Promise<void> {
  const options = isSpared(lease, given) ? { ...given, readyAfterMs: 0, failRate: 0 } : given;
  const { store, onEnded } = options;
  const fail = async (reason: string) => {
    if (await failJob(store, lease, reason)) onEnded?.({ job: lease.jobId, outcome: 'failed' });
  };
  if (lease.attempt > MOST_ATTEMPTS) return fail(gaveUp(String(MOST_ATTEMPTS)));
  try {
    await makeModel(lease, options, hooks);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    if (error instanceof GenerationRefused) return fail(error.message);
    if (isOtherFault(error)) await postponeLease(store, lease);
    else if (lease.failures + 1 >= MOST_FAILURES) await fail(gaveUp('three'));
    else await releaseLease(store, lease);
    throw error;
  }
}

const isSpared = ({ record }: Lease, { spared }: AttemptOptions): boolean =>
  record.table === 'reconstructions' && spared?.has(record.id) === true;

/** The next attempt may find what this one lacked. */
export const isOtherFault = (error: unknown) =>
  isNoRoom(error) ||
  isNotWritable(error) ||
  hasTooManyFilesOpen(error) ||
  isOutOfReach(error) ||
  error instanceof PhotosMissing ||
  error instanceof DamagedFile;

/** The database or the files lie on another machine that does not answer, or takes the key no longer. */
const isOutOfReach = (error: unknown) =>
  hasCode(error, 'unavailable') || hasCode(error, 'storage') || error instanceof CommitUnknownError;

/** Has the parts of the model written to temporary files, and takes these over. Nothing is left of them otherwise. */
async function makeModel(lease: Lease, options: AttemptOptions, hooks: AttemptHooks): Promise<void> {
  const { store, failRate, onEnded } = options;
  const { incoming } = store;
  const partPaths = Object.fromEntries(PART_NAMES.map((name) => [name, incoming.newPath()])) as PartPaths;
  const { lost, letGo } = holdLease(store, lease);
  try {
    const signal = AbortSignal.any([hooks.signal, lost]);
    const isToFail = Math.random() < failRate;
    const model = await generate(lease, { partPaths, isToFail }, options, { ...hooks, signal });
    if (model === undefined) return;
    if (await finishJob(store, lease, model, partPaths)) onEnded?.({ job: lease.jobId, outcome: 'ready' });
  } finally {
    letGo();
    await tidyUp(store, 'removing parts of a model', () => incoming.drop(Object.values(partPaths)));
  }
}

type PartPaths = Record<PartName, string>;

/** Renews a lease until it is let go. `lost` aborts when another process has the job, or may have it. */
function holdLease(store: Store, lease: Lease): { lost: AbortSignal; letGo(): void } {
  const lost = new AbortController();
  const { clock } = store;
  let renewedAt = clock.monotonic();
  const renewal = setInterval(() => {
    const now = clock.monotonic();
    renewLease(store, lease).then(
      (isHeld) => {
        renewedAt = now;
        if (!isHeld) lost.abort(new Error('the job was taken away'));
      },
      // While the database does not answer, the job is this attempt's until its lease is over.
      (error: unknown) => now - renewedAt < LEASE_MS || lost.abort(error),
    );
  }, RENEW_MS);
  return { lost: lost.signal, letGo: () => clearInterval(renewal) };
}

/** Gives the engine's result; undefined if the record is gone. A rehearsed failure takes its time, and no engine. */
async function generate(
  lease: Lease,
  { partPaths, isToFail }: { partPaths: PartPaths; isToFail: boolean },
  { store, generators, readyAfterMs }: AttemptOptions,
  { signal, onProgress }: AttemptHooks,
): Promise<Model | undefined> {
  const { clock } = store;
  const startedAt = clock.monotonic();
  const progress = rehearsedProgress(clock, readyAfterMs, onProgress);
  const fetched: FetchedFile[] = [];
  try {
    const order = await orderOf(store, lease.record, fetched);
    if (order === undefined) return undefined;
    const answer = isToFail
      ? undefined
      : await generators.run({ ...order, partPaths }, { signal, onProgress: progress.note });
    if (answer?.ok === false) throw new GenerationRefused(answer.reason);
    progress.note(1);
    await clock.sleep(Math.max(0, readyAfterMs - (clock.monotonic() - startedAt)), signal);
    if (answer === undefined) throw new GenerationRefused(REHEARSED_FAILURE);
    return answer.model;
  } finally {
    progress.end();
    await tidyUp(store, 'removing photos of a generation', () => Promise.all(fetched.map((file) => file.release())));
  }
}

/** The engine's progress, which in a rehearsal is never ahead of the time that a generation takes there. */
function rehearsedProgress(clock: Clock, readyAfterMs: number, tell: RunHooks['onProgress'] = () => {}) {
  if (readyAfterMs === 0) return { note: tell, end: () => {} };
  const startedAt = clock.monotonic();
  let made = 0;
  const tellBoth = () => tell(Math.min(made, (clock.monotonic() - startedAt) / readyAfterMs));
  const ticker = setInterval(tellBoth, REHEARSED_TELL_MS);
  return {
    note: (fraction: number) => {
      made = fraction;
      tellBoth();
    },
    end: () => clearInterval(ticker),
  };
}

/** The order for the engine, its photos added to `fetched`; undefined if the patient has been deleted meanwhile. */
async function orderOf(
  store: Store,
  record: RecordKey,
  fetched: FetchedFile[],
): Promise<Omit<Generating['order'], 'partPaths'> | undefined> {
  const { db, noteMissing } = store;
  const row = await db
    .selectFrom(record.table)
    .where('id', '=', record.id)
    .select(['type', 'provider', 'given_measures'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const photos = (await filesOf(db, record)).filter(({ name }) => VIEWS.some((view) => view === name));
  const missing = await noteMissing?.(photos.map(({ id }) => id));
  if (missing !== undefined && missing > 0) throw new PhotosMissing(`photos missing: ${missing}`);
  const photoPaths: Generating['order']['photoPaths'] = {};
  const fetchPhoto = async (photo: (typeof photos)[number]) => {
    const file = await fetchVerified(store, photo).catch(async (error: unknown) => {
      // As lost as a missing one: whoever waits is told, and may send new photos.
      if (error instanceof DamagedFile && noteMissing !== undefined) await markIncomplete(store.database, [photo.id]);
      throw error;
    });
    fetched.push(file);
    photoPaths[photo.name as View] = file.path;
  };
  await waitForAll(photos.map(fetchPhoto));
  return {
    type: row.type as ReconstructionType,
    provider: row.provider as ProviderNumber,
    measures: measuresFromText(row.given_measures),
    photoPaths,
  };
}
