import { rm, rmdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { unlessMissing } from '../errors.ts';
import { fillingError, isHalfRestored, RESTORING } from '../system/filling.ts';
import { ensureOwnToken, type OwnAccount } from './accounts.ts';
import { requireSafeAddress } from './addresses.ts';
import { listAccounts } from './domain/accounts.ts';
import { byAddress, type LinksElsewhere, type LinksOfTime, noteLinkAddress } from './domain/link-addresses.ts';
import { type AccountPatients, patientsByAccount } from './domain/patients-by-account.ts';
import type { Store } from './domain/store.ts';
import { folderError, requireNotOthers } from './folder-error.ts';
import { LOCK_FILES, namesIn } from './folder-names.ts';
import { listen } from './listen.ts';
import type { Generated } from './metrics.ts';
import { openPlaces } from './open-places.ts';
import { lockDataFolder, makeDataFolder, missingFolders } from './open-store.ts';
import { openFolder } from './open-to-others.ts';
import type { ServiceOptions, WorkerOptions } from './options.ts';
import type { EndedGeneration } from './queue/attempt.ts';
import { type Queue, startQueue } from './queue/queue.ts';
import { startSweeps } from './run-sweeps.ts';
import { requireSameFiles } from './same-files.ts';
import { seedService } from './seed/seed-service.ts';
import { STOP_LIMIT_MS } from './stop.ts';
import { openReserve, type Reserve } from './storage/reserve.ts';
import { tryPort } from './try-port.ts';
import { GENERATING } from './worker/limits.ts';
import type { Generating } from './worker/orders.ts';
import { ProcessPool } from './worker/process-pool.ts';

export { isServed } from '../system/filling.ts';
export { openAccounts } from './accounts.ts';
export { addressesForOthers, localName, namesOfThisMachine, proxyWarning, publicUrlWarning } from './addresses.ts';
export { openAuditReader } from './audit/open-reader.ts';
export { otherName } from './certificate-facts.ts';
export { lookAtService } from './doctor/look-at-service.ts';
export type { LogWeight } from './domain/store.ts';
export { requireOwnFolder } from './folder-names.ts';
export type { Places } from './places.ts';
export { missingOfShared, placesFrom } from './places-from.ts';
export { whereItRuns } from './running.ts';
export { schemaOf } from './schema-of.ts';
export { STOP_LIMIT_MS } from './stop.ts';
export { bucketText } from './storage/bucket/bucket-place.ts';
export { tlsProblem } from './tls-problem.ts';
export { trustOf } from './trust.ts';

/** What a process does beside its work. */
export interface Beside {
  /** Resolves when the files have been compared with their records for the first time, or could not be. */
  swept: Promise<void>;
  /** Resolves with the reason if the process must not go on: its database is damaged. Stop it then. */
  broken: Promise<Error>;
}

export interface RunningWorker extends Beside {
  /** Finishes running generations within `limitMs` (`STOP_LIMIT_MS` if left out) and gives the others back. */
  stop(limitMs?: number): Promise<void>;
}

export interface RunningService extends Beside {
  url: string;
  port: number;
  /** The account of the person who runs the service; undefined if the database is shared with other processes. */
  own: OwnAccount | undefined;
  /** Whether somebody can use it: a new shared database has no account yet. */
  hasAccounts: boolean;
  /** The accounts that have patients; none where the database is shared. */
  patients: AccountPatients[];
  /** With what its links begin. */
  linkAddress: string;
  /** Those that are out and name an address of an earlier start. */
  linksElsewhere: LinksElsewhere[];
  /**
   * Finishes running requests within `limitMs` (`STOP_LIMIT_MS` if left out), takes no new ones, and gives running
   * generations back for the next start. Ends at most a second later.
   */
  stop(limitMs?: number): Promise<void>;
}

/** The start waits this long for the seeded models, so that every field and state can be seen at once. */
const SEED_LIMIT_MS = 60_000;

/** Starts a service and takes requests; work that a former run left unfinished goes on. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  requireSafeAddress(options);
  // Before a folder or a table is made that nobody would use.
  await tryPort(options.host, options.port);
  if (options.tls) createSecureContext(options.tls);
  return starting(options, async ({ store, folder, reserve, undo }) => {
    const own =
      options.databaseUrl === undefined ? await inFolder(folder, () => ensureOwnToken(store, folder)) : undefined;
    const hasAccounts = own !== undefined || (await listAccounts(store)).length > 0;
    const seeded = new Set<number>();
    const generated: Generated = { ready: 0, failed: 0 };
    const queue = await openQueue(options, { store, undo, spared: seeded, generated });
    await seed(options, { store, own, queue, seeded });
    const patients = own === undefined ? [] : await patientsByAccount(store);
    const since = options.clock.now();
    const linksElsewhere: LinksOfTime[] = [];
    const parts = { store, queue, reserve, linksElsewhere, generated };
    const { url, port, linkAddress, stop: stopListening } = await listen(options, folder, parts);
    let stopLimitMs: number | undefined;
    undo.push(() => stopListening(stopLimitMs));
    // Each process on a shared database has an address of its own, and all have the public one.
    const isNoted = options.databaseUrl === undefined || options.publicUrl !== undefined;
    if (isNoted) {
      const noting = { address: linkAddress, since, isHere: (one: string) => one === url };
      linksElsewhere.push(...(await noteLinkAddress(store, noting)));
    }
    const stop = once((limitMs) => {
      stopLimitMs = limitMs;
      return undoAll(undo);
    });
    return { url, port, own, hasAccounts, patients, linkAddress, linksElsewhere: byAddress(linksElsewhere), stop };
  });
}

/** Starts a process that makes the models of other processes' requests and takes none itself. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  return starting(options, async ({ store, undo }) => {
    const queue = await openQueue(options, { store, undo });
    const stop = once(async (limitMs = STOP_LIMIT_MS) => {
      queue.drain();
      const isOver = new AbortController();
      await Promise.race([queue.idle(), options.clock.sleep(limitMs, isOver.signal).catch(() => undefined)]);
      isOver.abort();
      await undoAll(undo);
    });
    return { stop };
  });
}

type UndoSteps = (() => unknown)[];

interface Begun {
  store: Store;
  folder: string;
  reserve: Reserve;
  /** What a stop does, in reverse order. */
  undo: UndoSteps;
}

/** Opens what every process of a service has, and closes it if the rest of the start fails. */
async function starting<T>(
  options: WorkerOptions & Pick<ServiceOptions, 'onBegin'>,
  rest: (begun: Begun) => Promise<T>,
): Promise<T & Beside> {
  requireNotOthers(options.dataFolder);
  const made = missingFolders(options.dataFolder);
  const folder = await makeDataFolder(options.dataFolder);
  const reserve = openReserve(folder);
  // A person who wants to free a full disk by deleting may have to start the service first, so the start may use the
  // reserve.
  return reserve.spendOn(async () => {
    const undo: UndoSteps = [await lockDataFolder(folder)];
    try {
      options.onBegin?.();
      // What is new in the folder would be taken for a part of the backup, and the rest be missing.
      if (isHalfRestored(folder)) throw fillingError('cut-off restore', folder);
      // Before the database is opened, which makes its file private.
      const open = await openFolder(folder);
      if (open !== undefined) options.onLog?.(`${open.found}; to end that: ${open.fix}`, 'fault');
      const places = await openPlaces(options, options.clock, options.onLog ?? (() => {}));
      undo.push(() => places.close());
      const { store } = places;
      await rm(join(folder, RESTORING), { force: true });
      await inFolder(folder, async () => {
        const told = await requireSameFiles(store.db, { ...options, dataFolder: folder });
        for (const line of told) store.onLog(line, 'news');
        for (const line of await places.tidyAtStart()) store.onLog(line, 'fault');
      });
      const result = await rest({ store, folder, reserve, undo });
      const sweeps = startSweeps(places);
      undo.push(() => sweeps.stop());
      const reading = places.startReading();
      undo.push(() => reading.stop());
      return { ...result, swept: sweeps.first, broken: reading.broken };
    } catch (error) {
      // Before the lock is given back: it goes, too.
      undo.splice(1, 0, () => removeEmpty(folder, made));
      await undoAll(undo);
      throw error;
    }
  });
}

/** A start that fails leaves none of the folders that it made, unless there are data in them. */
async function removeEmpty(folder: string, made: readonly string[]): Promise<void> {
  if (!made.includes(folder)) return;
  const { own, others } = await namesIn(folder);
  const folders = ['files', 'incoming'];
  if (others.length > 0 || own.some((name) => ![...LOCK_FILES, ...folders].includes(name))) return;
  try {
    for (const name of folders) await rmdir(join(folder, name)).catch(unlessMissing);
    for (const name of LOCK_FILES) await rm(join(folder, name), { force: true });
    for (const path of made) await rmdir(path);
  } catch {
    // Somebody has put something into one of them.
  }
}

const inFolder = <T>(folder: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw folderError(folder, error);
  });

interface QueueWishes {
  spared?: ReadonlySet<number>;
  /** Counts what ends. */
  generated?: Generated;
}

async function openQueue(
  options: WorkerOptions & Pick<ServiceOptions, 'withoutWorker'>,
  { store, undo, spared, generated }: Pick<Begun, 'store' | 'undo'> & QueueWishes,
): Promise<Queue> {
  const { workerUrl, readyAfterMs = 0, failRate = 0, withoutWorker, structuredLog } = options;
  const onEnded = (ended: EndedGeneration) => {
    if (structuredLog !== undefined) structuredLog.generated(ended);
    // Why is with the patient: the reason may tell of photos.
    else if (ended.outcome === 'failed')
      store.onLog(`generation ${ended.job} has failed; recon doctor tells whose it is, and why`, 'news');
    if (generated !== undefined) generated[ended.outcome] += 1;
  };
  // One core is left for requests.
  const concurrency = withoutWorker === true ? 0 : Math.max(1, availableParallelism() - 1);
  const generators = new ProcessPool<Generating>(workerUrl, GENERATING);
  const queue = await startQueue({
    ...{ store, generators, readyAfterMs, failRate, concurrency, onEnded },
    ...(spared && { spared }),
  });
  undo.push(() => queue.stop());
  return queue;
}

/** What it adds is as it is without a rehearsal, which begins with what is made afterwards. */
async function seed(
  { seed: count, samplesFolder, clock, signal }: ServiceOptions,
  { store, own, queue, seeded: ids }: { store: Store; own: OwnAccount | undefined; queue: Queue; seeded: Set<number> },
): Promise<void> {
  if (count === undefined || own === undefined) return;
  const seeded = await seedService(store, own.account, {
    ...{ count, samplesFolder, signal },
    onReconstruction: (id) => ids.add(id),
  });
  if (seeded === undefined) return;
  queue.wake();
  const limit = new AbortController();
  const over = AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]);
  const ended = Promise.all(seeded.awaited.map((id) => queue.ended(id)));
  await Promise.race([ended, clock.sleep(SEED_LIMIT_MS, over).catch(() => undefined)]);
  limit.abort();
  signal?.throwIfAborted();
  await seeded.addAccepted();
  queue.wake();
}

/** The first call counts; later ones wait for it. */
function once(stop: (limitMs?: number) => Promise<void>): (limitMs?: number) => Promise<void> {
  let stopped: Promise<void> | undefined;
  return (limitMs) => {
    stopped ??= stop(limitMs);
    return stopped;
  };
}

/** Runs the steps in reverse order; a step that fails does not stop the others. */
async function undoAll(steps: UndoSteps): Promise<void> {
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
