import type { Store } from '../domain/store.ts';
import { type AttemptOptions, StoppedError, tryJob } from './attempt.ts';
import { freeDeadLeases, type Lease, returnLease, takeJob } from './leases.ts';

export interface Queue {
  /** Looks for work now. Call this after a job was committed. */
  wake(): void;
  /** Resolves when the generation of this reconstruction has ended, or when the service stops before it can end. */
  ended(reconstructionId: number): Promise<void>;
  /** The progress of each reconstruction that is generated in this process, 0 to 1, by its id; without afters. */
  progress(): ReadonlyMap<number, number>;
  /** From now on takes only jobs that a caller waits for. */
  drain(): void;
  /** Drains, stops the running jobs and gives them back without counting the attempt. */
  stop(): Promise<void>;
}

export interface QueueOptions extends AttemptOptions {
  /** Number of generations at the same time. */
  concurrency: number;
}

/** The time between two looks for leases that have run out. */
const LOOK_MS = 5_000;

/** Starts working on the jobs table, first on the jobs that a dead process left. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { store, concurrency } = options;
  await freeDeadLeases(store);
  const running = new Set<Promise<void>>();
  const progress = new Map<number, number>();
  /** Callers by the id of the reconstruction that they wait for. */
  const waiters = new Map<number, (() => void)[]>();
  const stopper = new AbortController();
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
    const onProgress = (fraction: number) => {
      if (shownAs !== undefined) progress.set(shownAs, fraction);
    };
    try {
      onProgress(0);
      await tryJob(lease, options, { signal: stopper.signal, onProgress }).catch((error: unknown) => {
        if (error instanceof StoppedError) return returnLease(store, lease);
        store.onLog(`job ${lease.jobId} attempt ${lease.attempt}: ${nameOf(error)}`);
      });
      if (shownAs !== undefined) await releaseEnded(shownAs);
    } finally {
      if (shownAs !== undefined) progress.delete(shownAs);
    }
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

  const report = (error: unknown) => store.onLog(`queue: ${nameOf(error)}`);
  const wake = () => {
    isWanted = true;
    taking ??= takeWhileWanted();
  };
  const timer = setInterval(wake, LOOK_MS);
  timer.unref();
  wake();

  const drain = () => {
    isDraining = true;
    clearInterval(timer);
  };

  return {
    wake,
    drain,
    progress: () => progress,
    async ended(reconstructionId) {
      const over = new Promise<void>((resolve) =>
        waiters.set(reconstructionId, [...(waiters.get(reconstructionId) ?? []), resolve]),
      );
      await releaseEnded(reconstructionId);
      return over;
    },
    async stop() {
      drain();
      stopper.abort(new StoppedError('the service stops'));
      await taking;
      await Promise.all(running);
      await options.generators.end();
      for (const id of waiters.keys()) release(id);
    },
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
