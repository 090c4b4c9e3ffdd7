import { setMaxListeners } from 'node:events';
import { ReconError } from '../errors.ts';
import { exitOf } from './exit-codes.ts';

export interface Interruption {
  /** Aborts at the first Ctrl-C or SIGTERM; its reason is the ReconError to end with. */
  signal: AbortSignal;
  /** Gives the signals back to Node. */
  release(): void;
}

const SIGNALS = [
  ['SIGINT', 'interrupted', 'stopped by Ctrl-C'],
  ['SIGTERM', 'terminated', 'stopped by SIGTERM'],
  ['SIGHUP', 'terminated', 'stopped: the terminal is gone'],
] as const;

/** The first signal asks the command to stop; a second one does not wait for it. */
export function listenForSignals(process: NodeJS.Process): Interruption {
  const controller = new AbortController();
  // A batch has many requests under way, and each of them listens.
  setMaxListeners(0, controller.signal);
  const listeners = SIGNALS.map(([name, code, message]) => {
    const listener = () => {
      if (controller.signal.aborted) process.exit(exitOf(code));
      controller.abort(new ReconError(code, message));
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}
