import { ReconError } from '../errors.ts';
import { type Context, createContext } from './context.ts';
import { ExitWith } from './exit-with.ts';
import { NO_GLOBALS, typedOutput } from './globals.ts';
import { PLAIN_THEME } from './io/theme.ts';
import { once } from './once.ts';
import { describeError, exitAfter, toReconError, withOutcome } from './report-error.ts';
import { runCommand } from './run-command.ts';
import { listenForSignals } from './signals.ts';

/** Runs one command line; resolves with the exit code when all output is handed over. */
export async function main(process: NodeJS.Process): Promise<number> {
  const environment = { ...process.env };
  // Neither child processes nor crash reports are to find it.
  delete process.env['RECON_TOKEN'];
  const { signal, release } = listenForSignals(process);
  const args = process.argv.slice(2);
  // An error, or a question about what is left out, may come before the arguments are read in full; it needs these.
  const typed = (flag: string) => args.includes(flag);
  const globals = {
    ...NO_GLOBALS,
    ...{
      output: typedOutput(args),
      debug: typed('--debug'),
      noInput: typed('--no-input'),
      noColor: typed('--no-color'),
    },
  };
  const context = createContext({ process, environment, signal, globals });
  const mishap = watchForMishaps(process);
  try {
    // An error is the last thing said.
    const outcome = Promise.race([runCommand(context, args), mishap.happened]).finally(context.sayRest);
    return await outcome.then(
      () => 0,
      (error: unknown) => report(error, context),
    );
  } finally {
    mishap.release();
    await context.close().catch(() => {});
    // Last: a second Ctrl-C while connections are being closed is still one of ours.
    release();
  }
}

/**
 * Two events would end the process with a stack, or with 0 and nothing done: an error nobody caught, and
 * an event loop with nothing left to wait for while the command has not ended.
 */
function watchForMishaps(process: NodeJS.Process) {
  let fail: (error: unknown) => void = () => {};
  const happened = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  happened.catch(() => {});
  const drained = () => fail(new ReconError('internal', 'stopped without result'));
  process.on('beforeExit', drained);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  return {
    happened,
    release: once(() => {
      process.off('beforeExit', drained);
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
    }),
  };
}

async function report(thrown: unknown, context: Context): Promise<number> {
  if (thrown instanceof ExitWith) return thrown.exit;
  const { signal, streams, lineText: textOf } = context;
  const error = withOutcome(toReconError(thrown), context.hasSentChange());
  const exit = exitAfter(error, signal);
  const format = await context.outputFormat().catch(() => 'table');
  const json = format === 'json' || format === 'ndjson';
  const width = streams.messageWidth();
  const theme = await context.theme('stderr').catch(() => PLAIN_THEME);
  streams.draw(describeError(error, { json, debug: context.globals().debug, exit, textOf, width, theme }));
  return exit;
}
