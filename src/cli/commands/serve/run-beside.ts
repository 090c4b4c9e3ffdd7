import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import { type Advice, ReconError, systemErrorCode } from '../../../errors.ts';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';
import type { Again } from './start-again.ts';

/** Signals' numbers start above this in exit codes, as shells have it. */
const SIGNAL_EXIT = 128;

interface ServiceBeside {
  url: string;
  token: string;
  /** Of the command, where the service is a temporary one: what its changes leave open goes with it. */
  stateFolder: string | undefined;
  /** The time that a command has to end after a signal; the service stops in what is left of it. */
  stopLimitMs: number;
  stop(limitMs?: number): Promise<void>;
  again: Again;
}

/**
 * Runs a command that finds the service in its environment alone, and stops the service when it has ended; resolves with
 * its exit code.
 */
export async function runBeside(command: string[], service: ServiceBeside, context: Context): Promise<number> {
  const { signal, clock } = context;
  let signalledAt: number | undefined;
  const onSignal = () => {
    signalledAt = clock.monotonic();
  };
  if (signal.aborted) onSignal();
  else signal.addEventListener('abort', onSignal, { once: true });
  try {
    return await run(command, service, context);
  } finally {
    signal.removeEventListener('abort', onSignal);
    const passedMs = signalledAt === undefined ? undefined : clock.monotonic() - signalledAt;
    await service.stop(passedMs === undefined ? undefined : Math.max(0, service.stopLimitMs - passedMs));
  }
}

function run(
  [program, ...args]: string[],
  { url, token, stateFolder, stopLimitMs, again }: ServiceBeside,
  { environment, signal, streams }: Context,
): Promise<number> {
  const child = spawn(program!, args, {
    stdio: 'inherit',
    env: { ...environmentFor(environment, url, token), ...(stateFolder && { XDG_STATE_HOME: stateFolder }) },
  });
  let late: NodeJS.Timeout | undefined;
  const pass = () => {
    const name = signal.reason instanceof ReconError && signal.reason.code === 'interrupted' ? 'SIGINT' : 'SIGTERM';
    // A terminal has sent its Ctrl-C to the command as well, and what that does then is the command's own: a shell goes on.
    if (name === 'SIGINT' && streams.stdinIsTty()) return;
    child.kill(name);
    late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  };
  // A second signal ends this process at once: without its service the command is to go too, be it a shell.
  const hangUp = () => void child.kill('SIGHUP');
  process.once('exit', hangUp);
  return new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      // One word, and no data folder beside it: it may be meant as that folder.
      const isAlone = args.length === 0 && stateFolder !== undefined;
      reject(startError(program!, error, isAlone, again));
    });
    child.once('exit', (code, by) => resolve(by === null ? (code ?? 1) : SIGNAL_EXIT + constants.signals[by]));
    if (signal.aborted) pass();
    else signal.addEventListener('abort', pass, { once: true });
  }).finally(() => {
    clearTimeout(late);
    process.off('exit', hangUp);
    signal.removeEventListener('abort', pass);
  });
}

function environmentFor(environment: Context['environment'], url: string, token: string): NodeJS.ProcessEnv {
  // A file would win over the token, and a profile may carry settings of another service.
  const { RECON_TOKEN_FILE: _file, RECON_PROFILE: _profile, ...rest } = environment;
  return { ...rest, RECON_BASE_URL: url, RECON_TOKEN: token };
}

const SCRIPT = /\.(?:[cm]?js|ts|py|rb|pl|php|(?:ba|z|fi)?sh|ps1|bat|cmd|exe)$/i;

function startError(program: string, error: Error, isAlone: boolean, again: Again): unknown {
  const code = systemErrorCode(error) ?? '';
  const reason = { ENOENT: 'there is no such program', EACCES: 'it may not be run' }[code];
  if (reason === undefined) return error;
  const run = again({}, ['COMMAND', 'ARGUMENTS...']);
  const isFile = statSync(program, { throwIfNoEntry: false })?.isFile() ?? false;
  const mayBeFolder = isAlone && !isFile && !SCRIPT.test(program);
  const asFolder: Advice = { because: 'which keeps the data in that folder', ...again({ data: program }, []) };
  return new ReconError('usage', `cannot run ${JSON.stringify(program)}: ${reason}`, {
    // A folder may not be run.
    ...(mayBeFolder
      ? { details: [{ before: 'a command that runs beside the service', ...run }], hint: asFolder }
      : {
          hint: code === 'EACCES' && isFile ? `${shellLine('chmod', '+x', program)} (which lets a script be run)` : run,
        }),
    cause: error,
  });
}
