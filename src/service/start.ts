import { availableParallelism } from 'node:os';
import { ensureOwnToken, tokenFileOf } from './accounts.ts';
import { requireSafeAddress } from './addresses.ts';
import type { Account } from './domain/accounts.ts';
import type { Store } from './domain/store.ts';
import { folderError } from './folder-error.ts';
import { listen } from './listen.ts';
import { lockDataFolder, makeDataFolder, type OpenedStore, openStore } from './open-store.ts';
import type { ServiceOptions } from './options.ts';
import { type Queue, startQueue } from './queue/queue.ts';
import { seedService } from './seed/seed-service.ts';
import { openReserve, type Reserve } from './storage/reserve.ts';
import { sweepAtStart, sweepHourly } from './sweep.ts';
import { GENERATING } from './worker/limits.ts';
import type { Generating } from './worker/orders.ts';
import { ProcessPool } from './worker/process-pool.ts';

export { openAccounts } from './accounts.ts';
export { STOP_LIMIT_MS } from './stop.ts';

export interface RunningService {
  url: string;
  port: number;
  /** The token of the own main account. */
  token: string;
  /** The token's file, readable only for its owner. */
  tokenFile: string;
  /**
   * Finishes running requests within `limitMs` (`STOP_LIMIT_MS` if left out), takes no new ones, and gives running generations back for the
   * next start. Ends at most a second later.
   */
  stop(limitMs?: number): Promise<void>;
}

const SWEEP_EVERY_MS = 3_600_000;
/** The start waits this long for the first seeded model, so that every field can be seen at once. */
const SEED_LIMIT_MS = 60_000;

/** Starts the service on its data folder and takes requests; work that a former run left unfinished goes on. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  requireSafeAddress(options);
  const folder = await makeDataFolder(options.dataFolder);
  const reserve = openReserve(folder);
  // A person who wants to free a full disk by deleting may have to start the service first, so the start may use the
  // reserve.
  return reserve.spendOn(() => startOn(folder, reserve, options));
}

async function startOn(folder: string, reserve: Reserve, options: ServiceOptions): Promise<RunningService> {
  const release = await lockDataFolder(folder);
  const undo: (() => unknown)[] = [release];
  try {
    const store = await openStore(folder, options.clock, options.onLog);
    undo.push(() => store.database.close());
    const { account, token } = await settleFolder(store, folder);
    const queue = await startQueue({ ...queueOptions(options), store });
    undo.push(() => queue.stop());
    await seed(options, { store, account, queue });
    const { url, port, stop: stopListening } = await listen(options, folder, { store, queue, reserve });
    let stopLimitMs: number | undefined;
    undo.push(() => stopListening(stopLimitMs));
    undo.push(startSweeping(store));
    let stopped: Promise<void> | undefined;
    const stop = (limitMs?: number) => {
      stopLimitMs = limitMs;
      stopped ??= undoAll(undo);
      return stopped;
    };
    return { url, port, token, tokenFile: tokenFileOf(folder), stop };
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

/** Tidies up after the former run and makes the own account usable. */
async function settleFolder(store: OpenedStore, folder: string) {
  try {
    for (const line of await sweepAtStart(store)) store.onLog(line, 'fault');
    return await ensureOwnToken(store, folder);
  } catch (error) {
    throw folderError(folder, error);
  }
}

const queueOptions = ({ workerUrl, readyAfterMs = 0, failRate = 0 }: ServiceOptions) => ({
  generators: new ProcessPool<Generating>(workerUrl, GENERATING),
  readyAfterMs,
  failRate,
  // One core is left for requests.
  concurrency: Math.max(1, availableParallelism() - 1),
});

async function seed(
  { seed: count, samplesFolder, clock, readyAfterMs = 0, signal }: ServiceOptions,
  { store, account, queue }: { store: Store; account: Account; queue: Queue },
): Promise<void> {
  if (count === undefined) return;
  const [first] = await seedService(store, account, { count, samplesFolder, signal });
  queue.wake();
  if (first === undefined || readyAfterMs > 0) return;
  const limit = new AbortController();
  const over = AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]);
  await Promise.race([queue.ended(first), clock.sleep(SEED_LIMIT_MS, over).catch(() => undefined)]);
  limit.abort();
  signal?.throwIfAborted();
}

/** Returns a function that stops it. */
function startSweeping(store: OpenedStore): () => void {
  const sweep = async () => {
    try {
      for (const line of await sweepHourly(store, store.clock.now())) store.onLog(line, 'fault');
    } catch (error) {
      store.onLog(`sweep: ${String(error)}`);
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs the steps in reverse order; a step that fails does not stop the others. */
async function undoAll(steps: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
