import type { JobSubject } from '../domain/jobs.ts';
import type { Store } from '../domain/store.ts';
import { type AttemptOptions, StoppedError, tryJob } from './attempt.ts';
import { freeDeadLeases, type Lease, returnLease, takeJob } from './leases.ts';

export interface Queue {
  /** Looks for work now. Call this after a job was committed. */
  wake(): void;
  /** Resolves when the job of this subject has ended, or when the service stops before it can end. */
  ended(subject: JobSubject): Promise<void>;
  /**
   * The progress of each generation that runs in this process, 0 to 1, by the id of its reconstruction; without afters.
   */
  progress(): ReadonlyMap<number, number>;
  /** Takes no more jobs, and releases the callers that wait for a job that has not begun. */
  drain(): void;
  /** Drains, stops the running jobs and gives them back without counting the attempt. */
  stop(): Promise<void>;
}

export interface QueueOptions extends AttemptOptions {
  store: Store;
  /** Number of generations at the same time. */
  concurrency: number;
}

/** The time between two looks for leases that have run out. */
const LOOK_MS = 5_000;

/** Starts working on the jobs table, first on the jobs that a dead process left. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { store, concurrency } = options;
  await freeDeadLeases(store);
  const running = new Map<string, Promise<void>>();
  const progress = new Map<number, number>();
  const waiters = new Map<string, (() => void)[]>();
  const stopper = new AbortController();
  let isDraining = false;
  let taking: Promise<void> | undefined;
  let isWanted = false;

  const release = (key: string) => {
    for (const resolve of waiters.get(key) ?? []) resolve();
    waiters.delete(key);
  };

  async function carryOut(key: string, lease: Lease): Promise<void> {
    const shownAs = 'reconstructionId' in lease.subject ? lease.subject.reconstructionId : undefined;
    const onProgress = (fraction: number) => {
      if (shownAs !== undefined) progress.set(shownAs, fraction);
    };
    try {
      onProgress(0);
      await tryJob(lease, options, { signal: stopper.signal, onProgress }).catch((error: unknown) => {
        if (error instanceof StoppedError) return returnLease(store, lease);
        options.onLog(`job ${lease.jobId} attempt ${lease.attempt}: ${nameOf(error)}`);
      });
      if (isDraining || (await hasEnded(store, lease.subject))) release(key);
    } finally {
      running.delete(key);
      if (shownAs !== undefined) progress.delete(shownAs);
      wake();
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
    while (!isDraining && running.size < concurrency) {
      const lease = await takeJob(store);
      if (lease === undefined) return;
      // The stop came while the job was being taken.
      if (isDraining) return returnLease(store, lease);
      const key = keyOf(lease.subject);
      // A fault here lets the lease run out; then the job is taken again.
      running.set(key, carryOut(key, lease).catch(report));
    }
  }

  const report = (error: unknown) => options.onLog(`queue: ${nameOf(error)}`);
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
    for (const key of waiters.keys()) if (!running.has(key)) release(key);
  };

  return {
    wake,
    drain,
    progress: () => progress,
    async ended(subject) {
      const key = keyOf(subject);
      const over = new Promise<void>((resolve) => waiters.set(key, [...(waiters.get(key) ?? []), resolve]));
      if ((await hasEnded(store, subject)) || (isDraining && !running.has(key))) release(key);
      return over;
    },
    async stop() {
      drain();
      stopper.abort(new StoppedError('the service stops'));
      await taking;
      await Promise.all(running.values());
      await options.generators.end();
      for (const key of waiters.keys()) release(key);
    },
  };
}

/** True also if the record has been deleted. */
async function hasEnded(store: Store, subject: JobSubject): Promise<boolean> {
  const jobs = store.db.selectFrom('jobs').select('state');
  const row = await ('reconstructionId' in subject
    ? jobs.where('reconstruction_id', '=', subject.reconstructionId)
    : jobs.where('after_id', '=', subject.afterId)
  ).executeTakeFirst();
  return row === undefined || row.state === 'done' || row.state === 'failed';
}

const keyOf = (subject: JobSubject) =>
  'reconstructionId' in subject ? `reconstruction ${subject.reconstructionId}` : `after ${subject.afterId}`;

const nameOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault');
