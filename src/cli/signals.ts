import { setMaxListeners } from 'node:events';
import { monotonicMs } from '../clock.ts';
import { exitOf, ReconError } from '../errors.ts';

const SIGNALS = [
  ['SIGINT', 'interrupted', 'stopped by Ctrl-C'],
  ['SIGTERM', 'terminated', 'stopped by SIGTERM'],
  ['SIGHUP', 'terminated', 'stopped: the terminal is gone'],
] as const;

/**
 * One wish may arrive twice: npm passes on the Ctrl-C that the terminal has sent to npm and to us, and a shell passes on
 * that its terminal is gone. Signals so close together count as one.
 */
export const SAME_WISH_MS = 200;

/** The first signal asks the command to stop; a second one does not wait for it. */
export function listenForSignals(process: NodeJS.Process) {
  let firstAt = 0;
  const controller = new AbortController();
  // A batch has many requests under way, and each of them listens.
  setMaxListeners(0, controller.signal);
  const listeners = SIGNALS.map(([name, code, message]) => {
    const listener = () => {
      if (controller.signal.aborted) {
        if (monotonicMs() - firstAt > SAME_WISH_MS) process.exit(exitOf(code));
        return;
      }
      firstAt = monotonicMs();
      controller.abort(new ReconError(code, message));
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    /** Aborts at the first Ctrl-C or SIGTERM; its reason is the ReconError to end with. */
    signal: controller.signal,
    /** Gives the signals back to Node. */
    release: () => {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}
