import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeScratch } from '../../core/scratch.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { type RunningService, STOP_LIMIT_MS, startService } from '../../service/start.ts';
import type { Context } from '../context.ts';
import { ExitWith } from '../exit-with.ts';
import { announce, tellLeftOpen } from './serve/announce.ts';
import { readServeOptions, type ServeOptions, type ServicePlan } from './serve/read-options.ts';
import { runBeside } from './serve/run-beside.ts';

/** From a service's end to the process's. */
const LAST_WORK_MS = 500;

/** Runs until a signal, or until the command has ended, whose exit code it then passes on. */
export async function runService(command: string[], options: ServeOptions, context: Context): Promise<void> {
  const plan = await readServeOptions(options, command.length > 0);
  if (context.globals().dryRun) return context.streams.say(`Would listen on ${plan.host}, port ${plan.port}`);
  if (command.length === 0) {
    const dataFolder = resolve(options.data ?? (await context.configuration()).paths.serviceFolder);
    const service = await start(plan, dataFolder, context);
    await untilSignal(service, dataFolder, context);
  } else await withCommand(command, plan, options.data, context);
}

async function start(plan: ServicePlan, dataFolder: string, context: Context): Promise<RunningService> {
  const { root } = context.packageInfo();
  if (plan.seed) context.streams.say('Making synthetic patients; the first 3D model takes a moment.');
  try {
    return await startService({
      ...plan,
      dataFolder,
      workerUrl: pathToFileURL(join(root, 'dist', 'worker.js')),
      decoderUrl: pathToFileURL(join(root, 'dist', 'decoder.js')),
      samplesFolder: join(root, 'samples'),
      clock: context.clock,
      signal: context.signal,
      // An answer that fails tells its reader to quote the request's id: it has to stand somewhere.
      onLog: (line, weight) => (weight === 'fault' ? context.streams.note(line) : context.streams.detail(line)),
    });
  } catch (error) {
    throw startError(error, plan);
  }
}

function startError(error: unknown, { host, port }: ServicePlan): unknown {
  const code = systemErrorCode(error);
  if (error instanceof ReconError || code === undefined) return error;
  if (code.startsWith('ERR_OSSL')) {
    return new ReconError('usage', '--tls-cert and --tls-key are not a certificate and its private key', {
      hint: 'openssl x509 -in CERT -noout -subject   shows whether the first one is a certificate',
      cause: error,
    });
  }
  const problems: Readonly<Record<string, readonly [problem: string, flags: string[]]>> = {
    EADDRINUSE: [`port ${port} of ${host} is taken by another program`, ['--port', '0']],
    EACCES: [`port ${port} may not be used by this user`, ['--port', '4747']],
    EADDRNOTAVAIL: [`${host} is no address of this machine`, ['--host', '127.0.0.1']],
    ENOTFOUND: [`${JSON.stringify(host)} is no address of this machine`, ['--host', '127.0.0.1']],
  };
  const [problem, flags = []] = problems[code] ?? [];
  if (problem === undefined) return error;
  return new ReconError('usage', problem, { hint: { command: ['serve', ...flags] }, cause: error });
}

async function untilSignal(service: RunningService, dataFolder: string, context: Context): Promise<void> {
  try {
    await announce(service, dataFolder, context);
    await aborted(context.signal);
    const limit = `${STOP_LIMIT_MS / 1000} s`;
    context.streams.say(
      `Stopping: what has been asked is answered, for up to ${limit}; a second Ctrl-C ends it at once.`,
    );
    context.streams.say('What is being generated goes on at the next start.');
  } finally {
    await service.stop();
    context.endWithin(LAST_WORK_MS);
  }
}

/** Temporary data unless a folder is named; nothing is written to the settings. */
async function withCommand(
  command: string[],
  plan: ServicePlan,
  data: string | undefined,
  context: Context,
): Promise<void> {
  const temporary = data === undefined ? await makeScratch(tmpdir(), 'serve') : undefined;
  try {
    const service = await start(plan, resolve(temporary?.path ?? data!), context);
    const stateFolder = temporary && join(temporary.path, 'state');
    const stop = (leftMs?: number) => service.stop(leftMs).finally(() => context.endWithin(LAST_WORK_MS));
    const exit = await runBeside(command, { ...service, stop, stopLimitMs: STOP_LIMIT_MS, stateFolder }, context);
    if (data !== undefined) await tellLeftOpen(service.url, resolve(data), context);
    if (exit !== 0) throw new ExitWith(exit);
  } finally {
    await temporary?.remove();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
