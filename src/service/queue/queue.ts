import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Store } from '../domain/store.ts';
import { isNoRoom } from '../storage/disk-errors.ts';
import { type AttemptOptions, isOtherFault, StoppedError, tryJob } from './attempt.ts';
import { freeDeadLeases, type Lease, returnLease, takeJob, tellProgress } from './leases.ts';

export interface Queue {
  /** Looks for work now. Call this after a job was committed. */
  wake(): void;
  /**
   * Photos are on their way, so that a job is likely to come soon: a process starts, unless there is one, and makes ready
   * what this type needs.
   */
  prepare(type?: ReconstructionType): void;
  /** Resolves when the generation of this reconstruction has ended, or when the service stops before it can end. */
  ended(reconstructionId: number): Promise<void>;
  /** From now on takes only jobs that a caller waits for. */
  drain(): void;
  /** Resolves when no job is running. */
  idle(): Promise<void>;
  /** Drains, stops the running jobs and gives them back without counting the attempt. */
  stop(): Promise<void>;
}

export interface QueueOptions extends AttemptOptions {
  /** Number of generations at the same time; with 0 other processes make them. */
  concurrency: number;
}

/** The time between two looks for leases that have run out. */
const LOOK_MS = 5_000;
/** The time between two looks if a generation that a caller waits for has ended in another process. */
const LOOK_FOR_ENDED_MS = 1_000;
/** The time between two notes of a generation's progress. */
const TELL_PROGRESS_MS = 500;

/** Starts working on the jobs table, first on the jobs that a dead process left. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { store, generators, concurrency } = options;
  await freeDeadLeases(store);
  const running = new Set<Promise<void>>();
  /** Callers by the id of the reconstruction that they wait for. */
  const waiters = new Map<number, (() => void)[]>();
  const stopper = new AbortController();
  const room = roomTeller(store);
  let isDraining = false;
  let taking: Promise<void> | undefined;
  let isWanted = false;

  const release = (reconstructionId: number) => {
    for (const resolve of waiters.get(reconstructionId) ?? []) resolve();
    waiters.delete(reconstructionId);
  };
  const releaseEnded = async (reconstructionId: number) => {
    if (stopper.signal.aborted || (await hasEnded(store, reconstructionId))) release(reconstructionId);
  };

  async function carryOut(lease: Lease): Promise<void> {
    const shownAs = lease.record.table === 'reconstructions' ? lease.record.id : undefined;
    const hooks = { signal: stopper.signal, onProgress: progressTeller(store, lease) };
    try {
      await tryJob(lease, options, hooks);
      room.found();
    } catch (error) {
      if (error instanceof StoppedError) await returnLease(store, lease);
      else {
        // Photos say nothing of it: whoever runs the service has to look.
        const weight = isOtherFault(error) ? 'fault' : 'news';
        store.onLog(`job ${lease.jobId} attempt ${lease.attempt}: ${nameOf(error)}`, weight);
        room.lackedBy(error);
      }
    }
    if (shownAs !== undefined) await releaseEnded(shownAs);
  }

  async function takeWhileWanted(): Promise<void> {
    try {
      // A wake-up during the look asks for one more look.
      while (isWanted) {
        isWanted = false;
        await takeAll();
      }
    } catch (error) {
      report(error);
    } finally {
      taking = undefined;
    }
  }

  async function takeAll(): Promise<void> {
    while (!stopper.signal.aborted && running.size < concurrency) {
      const lease = await takeJob(store, isDraining ? [...waiters.keys()] : undefined);
      if (lease === undefined) return;
      // The stop came while the job was being taken.
      if (stopper.signal.aborted) return returnLease(store, lease);
      // A fault here lets the lease run out; then the job is taken again.
      const work = carryOut(lease)
        .catch(report)
        .finally(() => {
          running.delete(work);
          wake();
        });
      running.add(work);
    }
  }

  const report = (error: unknown) => {
    store.onLog(`queue: ${nameOf(error)}`);
    room.lackedBy(error);
  };
  const wake = () => {
    isWanted = true;
    taking ??= takeWhileWanted();
  };
  const timer = setInterval(wake, LOOK_MS);
  timer.unref();
  wake();

  const releaseAllEnded = () => {
    for (const id of waiters.keys()) releaseEnded(id).catch(report);
  };
  // Alone, this process ends every generation itself.
  const endedTimer = store.database.isAlone ? undefined : setInterval(releaseAllEnded, LOOK_FOR_ENDED_MS);
  endedTimer?.unref();
  const endHints = store.database.onJobChange(() => {
    wake();
    releaseAllEnded();
  });

  const drain = () => {
    isDraining = true;
    clearInterval(timer);
  };

  return {
    wake,
    prepare: (type) => concurrency > 0 && generators.prepare(...(type ? [type] : [])),
    drain,
    async ended(reconstructionId) {
      const over = new Promise<void>((resolve) =>
        waiters.set(reconstructionId, [...(waiters.get(reconstructionId) ?? []), resolve]),
      );
      await releaseEnded(reconstructionId);
      return over;
    },
    async idle() {
      await taking;
      await Promise.all(running);
    },
    async stop() {
      drain();
      stopper.abort(new StoppedError('the service stops'));
      // Their answers have little time, and the end of the generations may take all of it on a busy machine.
      for (const id of waiters.keys()) release(id);
      await taking;
      await Promise.all(running);
      await options.generators.end();
      clearInterval(endedTimer);
      endHints();
    },
  };
}

/** Tells once that generations wait for space, and once that they go on. */
function roomTeller({ onLog }: Store) {
  let isLacking = false;
  return {
    lackedBy(error: unknown): void {
      if (isLacking || !isNoRoom(error)) return;
      isLacking = true;
      onLog('generations of 3D models wait for space: the disk is full. They are tried again each minute', 'fault');
    },
    found(): void {
      if (isLacking) onLog('generations of 3D models have space again', 'fault');
      isLacking = false;
    },
  };
}

/** Notes the progress where every process can read it, from time to time. */
function progressTeller(store: Store, lease: Lease): (fraction: number) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (fraction) => {
    const now = store.clock.monotonic();
    if (now - toldAt < TELL_PROGRESS_MS) return;
    toldAt = now;
    // An untold progress is no reason to end a generation.
    tellProgress(store, lease, fraction).catch(() => undefined);
  };
}

/** True also if the record has been deleted. */
async function hasEnded({ db }: Store, reconstructionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('state')
    .where('reconstruction_id', '=', reconstructionId)
    .executeTakeFirst();
  return row === undefined || row.state === 'done' || row.state === 'failed';
}

const nameOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault');
