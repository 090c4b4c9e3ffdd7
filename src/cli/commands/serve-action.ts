import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeScratch } from '../../core/scratch.ts';
import { type Line, ReconError } from '../../errors.ts';
import {
  bucketText,
  isServed,
  type LogWeight,
  missingOfShared,
  type Places,
  placesFrom,
  proxyWarning,
  publicUrlWarning,
  type RunningService,
  requireOwnFolder,
  STOP_LIMIT_MS,
  schemaOf,
  startService,
  startWorker,
} from '../../service/start.ts';
import type { StructuredLog } from '../../service/structured-log.ts';
import { noteStart } from '../../system/last-start.ts';
import type { Context } from '../context.ts';
import { ExitWith } from '../exit-with.ts';
import { exitAfter, toReconError } from '../report-error.ts';
import { openFileLine } from './backup/open-key.ts';
import { announce, tellLeftOpen } from './serve/announce.ts';
import { reachOf } from './serve/reach-of.ts';
import { readServeOptions, type ServeOptions, type ServicePlan } from './serve/read-options.ts';
import { requireLastBucket } from './serve/require-last-bucket.ts';
import { runBeside } from './serve/run-beside.ts';
import { type Again, startAgain, takenOver } from './serve/start-again.ts';
import { startError } from './serve/start-error.ts';
import { tellLinksElsewhere } from './serve/tell-links.ts';
import { warnOfDisk } from './warn-of-disk.ts';

/** From a service's end to the process's. */
const LAST_WORK_MS = 500;

/** Runs until a signal, or until the command has ended, whose exit code it then passes on. */
export async function runService(command: string[], options: ServeOptions, context: Context): Promise<void> {
  if (options.logFormat !== 'json' || context.globals().dryRun) return serve(command, options, context);
  const log = await openStructuredLog(context);
  try {
    await serve(command, options, context, log);
  } catch (error) {
    if (error instanceof ExitWith) throw error;
    const { code, message, hint, details } = toReconError(error);
    const exit = exitAfter(error, context.signal);
    const [fix, ...lines] = [hint ?? '', ...details].map((line) => context.lineText(line));
    log.ended({ code, exit, details: lines, hint: fix! }, message);
    throw new ExitWith(exit);
  }
}

async function serve(command: string[], options: ServeOptions, context: Context, structuredLog?: StructuredLog) {
  const plan = await readServeOptions(options, command.length > 0);
  if (context.globals().dryRun) return context.streams.say(wouldDo(plan));
  await warnOfOpenings(plan, structuredLog, context);
  const dataFolder = resolve(options.data ?? (await context.configuration()).paths.serviceFolder);
  requireShared(plan, options, context);
  const places = placesFrom({ dataFolder, ...options }, context.environment);
  requireAlone(plan, places, command.length > 0);
  const logged = { ...plan, structuredLog };
  if (plan.role === 'worker') await runWorker(logged, places, context);
  else {
    const again = (changed: Partial<ServeOptions>, beside: readonly string[] = command) =>
      startAgain(options, beside, changed);
    if (options.data !== undefined || command.length === 0)
      requireLastBucket(places.dataFolder, bucketOf(places), again);
    if (command.length > 0) await withCommand(command, { plan: logged, again, data: options.data, places }, context);
    else {
      const { isNew, tell } = await folderNews(places, logged, context);
      const service = await start({ ...logged, onBegin: tell }, places, context, again);
      const database = options.database || undefined;
      const bucket = bucketOf(places);
      const flags = [...takenOver(options), ...(bucket === undefined ? [] : ['--blobs', bucket])];
      if (service.own !== undefined) await noteStart(dataFolder, flags);
      await untilSignal(service, { places, isNew, plan: logged, database }, context);
    }
  }
}

const bucketOf = ({ bucket }: Places) => bucket && bucketText(bucket);

/** What lets others in or read along, and is not refused because some need it. */
async function warnOfOpenings(plan: ServicePlan, log: StructuredLog | undefined, { streams }: Context): Promise<void> {
  const ofAddress = [publicUrlWarning(plan), proxyWarning(plan)];
  const lines = [...plan.warnings, ...ofAddress, await openFileLine(plan.metricsTokenFile, METRICS_TOKEN)];
  for (const line of lines) {
    if (line !== undefined) log === undefined ? streams.warn(line) : log.line(line, 'fault');
  }
}

const METRICS_TOKEN = 'the file of the metrics token';

const wouldDo = ({ role, host, port }: ServicePlan) =>
  role === 'worker' ? 'Would make 3D models' : `Would listen on ${host}, port ${port}`;

/**
 * Refuses a folder of something else. A folder that was mistyped makes a service without patients, and an upgrade is for
 * good: both are told by `tell`, when the start is about to do it.
 */
async function folderNews(
  places: Places,
  { structuredLog }: LoggedPlan,
  { streams }: Context,
): Promise<{ isNew: boolean; tell(): void }> {
  const { dataFolder, databaseUrl } = places;
  const say = structuredLog?.line ?? streams.say;
  const nothing = { isNew: false, tell: () => {} };
  if (databaseUrl !== undefined) return nothing;
  const isNew = !(await requireOwnFolder(dataFolder));
  if (isNew) return { isNew, tell: () => say(`A new service begins in ${dataFolder}`) };
  // What is wrong with it, the start tells.
  const schema = await schemaOf(places).catch(() => undefined);
  if (schema === undefined || schema.found === 0 || schema.found >= schema.newest) return nothing;
  return { isNew, tell: () => say(`The data in ${dataFolder} is of an earlier recon, and is brought up to date.`) };
}

/** @throws ReconError `usage` that names all that is missing where other processes do a part of the work */
function requireShared({ role }: ServicePlan, options: ServeOptions, { environment }: Context): void {
  if (role === 'all') return;
  const missing = missingOfShared(options, environment);
  if (missing.length === 0) return;
  throw new ReconError('usage', `--role ${role} needs a database and files that other processes reach`, {
    details: missing.map((name) => `not set: ${name}`),
    hint: 'set them, the same for every process, and give each a --data folder of its own',
  });
}

/** @throws ReconError `usage` if a shared database is given to what needs a service of its own */
function requireAlone({ seed }: ServicePlan, { databaseUrl }: Places, hasCommand: boolean): void {
  const what = seed !== undefined ? '--seed' : hasCommand ? 'a command' : undefined;
  if (databaseUrl !== undefined && what !== undefined) {
    throw new ReconError('usage', `${what} works with the own account of a service, and a shared database has none`, {
      hint: 'leave out --database (and RECON_SERVE_DATABASE)',
    });
  }
}

interface LoggedPlan extends ServicePlan {
  structuredLog: StructuredLog | undefined;
}

/** Of a service and of a worker. */
const programs = (context: Context, structuredLog: StructuredLog | undefined) => {
  const { root } = context.packageInfo();
  const programAt = (name: string) => pathToFileURL(join(root, 'dist', name));
  return {
    ...(structuredLog && { structuredLog }),
    workerUrl: programAt('worker.js'),
    decoderUrl: programAt('decoder.js'),
    lookerUrl: programAt('looker.js'),
    pagesUrl: programAt('pages/'),
    samplesFolder: join(root, 'samples'),
    clock: context.clock,
    // An answer that fails tells its reader to quote the request's id: it has to stand somewhere.
    onLog: (line: string, weight?: LogWeight) =>
      structuredLog !== undefined
        ? structuredLog.line(line, weight)
        : weight !== undefined
          ? context.streams.note(line)
          : context.streams.detail(line),
  };
};

/** All of stderr is JSON then: nothing else is said while it runs. */
async function openStructuredLog({ streams }: Context) {
  // Few ask for it, and loading its package takes 28 ms.
  const { createStructuredLog } = await import('../../service/structured-log.ts');
  streams.setVerbosity('quiet');
  return createStructuredLog((line) => streams.draw(line));
}

async function start(
  plan: LoggedPlan & { onBegin?: () => void },
  places: Places,
  context: Context,
  again: Again,
): Promise<RunningService> {
  if (plan.seed)
    context.streams.say('A service without patients is filled with synthetic ones; the first 3D model takes a moment.');
  const withoutWorker = plan.role === 'api';
  const { version } = context.packageInfo();
  try {
    const service = await startService({
      ...plan,
      ...places,
      withoutWorker,
      ...programs(context, plan.structuredLog),
      version,
      signal: context.signal,
    });
    const { role, structuredLog } = plan;
    structuredLog?.started({ version, role, url: service.url, dataFolder: places.dataFolder });
    return service;
  } catch (error) {
    throw await startError(error, { plan, places, again });
  }
}

async function runWorker(plan: LoggedPlan, places: Places, context: Context): Promise<void> {
  const { role, structuredLog } = plan;
  const worker = await startWorker({ ...plan, ...places, ...programs(context, structuredLog) });
  try {
    structuredLog?.started({ version: context.packageInfo().version, role, dataFolder: places.dataFolder });
    context.streams.say('This process makes 3D models; it listens on no port. Ctrl-C stops it.');
    await aborted(context.signal);
    structuredLog?.stopping(whyStopped(context));
    context.streams.say(
      `Stopping: models that are being made get ${STOP_LIMIT_MS / 1000} s; a second Ctrl-C ends them at once.`,
    );
  } finally {
    await worker.stop();
    structuredLog?.stopped();
    context.endWithin(LAST_WORK_MS);
  }
}

async function untilSignal(
  service: RunningService,
  { places, plan, ...announced }: { places: Places; isNew: boolean; plan: LoggedPlan; database: string | undefined },
  context: Context,
): Promise<void> {
  try {
    const note = noteOf(plan, context);
    tellLinksElsewhere(service, note ?? context.streams.note);
    await announce(service, places.dataFolder, context, {
      isServed,
      ...announced,
      bucket: bucketOf(places),
      ...(await reachOf(service, plan, context)),
    });
    await warnOfDisk(service.own?.tokenFile, note ?? context.streams.warn);
    const broken = await Promise.race([aborted(context.signal), service.broken]);
    if (broken !== undefined) throw broken;
    plan.structuredLog?.stopping(whyStopped(context));
    const limit = `${STOP_LIMIT_MS / 1000} s`;
    context.streams.say(`Stopping: requests under way get up to ${limit}; a second Ctrl-C ends it at once.`);
    context.streams.say('Models that are being made go on at the next start.');
  } finally {
    await service.stop();
    plan.structuredLog?.stopped();
    context.endWithin(LAST_WORK_MS);
  }
}

/** Temporary data unless a folder is named; nothing is written to the settings. */
async function withCommand(
  command: string[],
  { plan, again, data, places }: { plan: LoggedPlan; again: Again; data: string | undefined; places: Places },
  context: Context,
): Promise<void> {
  if (data !== undefined) await requireOwnFolder(resolve(data));
  const temporary = data === undefined ? await makeScratch(tmpdir(), 'serve') : undefined;
  try {
    const folder = temporary === undefined ? places : { dataFolder: temporary.path };
    const service = await start(plan, folder, context, again);
    const stateFolder = temporary && join(temporary.path, 'state');
    const stop = async (leftMs?: number) => {
      plan.structuredLog?.stopping(whyStopped(context) ?? 'the command has ended');
      await service.stop(leftMs).finally(() => context.endWithin(LAST_WORK_MS));
      plan.structuredLog?.stopped();
    };
    let broken: Error | undefined;
    void service.broken.then((error) => {
      broken = error;
    });
    const note = noteOf(plan, context);
    const exit = await runBeside(
      command,
      { url: service.url, token: service.own!.token, stop, stopLimitMs: STOP_LIMIT_MS, stateFolder, again },
      context,
    );
    if (data !== undefined) await tellLeftOpen(service.url, resolve(data), context, note ?? context.streams.note);
    if (broken !== undefined) throw broken;
    if (exit !== 0) throw new ExitWith(exit);
  } finally {
    await temporary?.remove();
  }
}

/** Writes a line to the log, where it is kept in JSON. */
const noteOf = ({ structuredLog }: LoggedPlan, { lineText }: Context) =>
  structuredLog && ((line: Line) => structuredLog.line(lineText(line), 'fault'));

/** The signal, in words; undefined where none has come. */
const whyStopped = ({ signal: { reason } }: Context): string | undefined =>
  reason instanceof ReconError ? reason.message : undefined;

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  // A worker whose database is away has nothing else that would keep its process.
  const kept = setInterval(() => {}, 3_600_000);
  await once(signal, 'abort');
  clearInterval(kept);
}
