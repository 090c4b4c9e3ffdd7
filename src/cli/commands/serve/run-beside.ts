import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ReconError, systemErrorCode } from '../../../errors.ts';
import type { Context } from '../../context.ts';

/** Signals' numbers start above this in exit codes, as shells have it. */
const SIGNAL_EXIT = 128;

/**
 * Runs a command that finds the service in its environment alone; resolves with its exit code. Where the service is a
 * temporary one, what the command's changes leave open goes with it.
 */
export function runBeside(
  [program, ...args]: string[],
  { url, token, stateFolder }: { url: string; token: string; stateFolder: string | undefined },
  { environment, signal, streams }: Context,
): Promise<number> {
  const child = spawn(program!, args, {
    stdio: 'inherit',
    env: { ...environmentFor(environment, url, token), ...(stateFolder && { XDG_STATE_HOME: stateFolder }) },
  });
  const pass = () => {
    const name = signal.reason instanceof ReconError && signal.reason.code === 'interrupted' ? 'SIGINT' : 'SIGTERM';
    // A terminal has sent its Ctrl-C to the child as well; a second one would mean "at once".
    if (name === 'SIGTERM' || !streams.stdinIsTty()) child.kill(name);
  };
  return new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(startError(program!, error)));
    child.once('exit', (code, by) => resolve(by === null ? (code ?? 1) : SIGNAL_EXIT + constants.signals[by]));
    if (signal.aborted) pass();
    else signal.addEventListener('abort', pass, { once: true });
  }).finally(() => signal.removeEventListener('abort', pass));
}

function environmentFor(environment: Context['environment'], url: string, token: string): NodeJS.ProcessEnv {
  // A file would win over the token, and a profile may carry settings of another service.
  const { RECON_TOKEN_FILE: _file, RECON_PROFILE: _profile, ...rest } = environment;
  return { ...rest, RECON_BASE_URL: url, RECON_TOKEN: token };
}

function startError(program: string, error: Error): unknown {
  const reason = { ENOENT: 'there is no such program', EACCES: 'it may not be run' }[systemErrorCode(error) ?? ''];
  if (reason === undefined) return error;
  return new ReconError('usage', `cannot run ${JSON.stringify(program)}: ${reason}`, {
    hint: 'recon serve -- COMMAND ARGUMENTS…',
    cause: error,
  });
}
