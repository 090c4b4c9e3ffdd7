import { systemErrorCode } from '../errors.ts';
import type { OpenedPlaces, Tidying } from './open-places.ts';

const SWEEP_EVERY_MS = 3_600_000;

export interface Sweeps {
  /** Resolves when the files have been compared with their records for the first time, or could not be. */
  first: Promise<void>;
  stop(): Promise<void>;
}

/** Tidies up while requests are answered: now and every hour, one sweep at a time. */
export function startSweeps({ store, tidyFirst, tidyHourly }: OpenedPlaces): Sweeps {
  const stopper = new AbortController();
  let running: Promise<void> | undefined;
  const run = async (tidy: Tidying) => {
    try {
      for (const line of await tidy(stopper.signal)) store.onLog(line, 'fault');
    } catch (error) {
      if (!stopper.signal.aborted) store.onLog(`sweep: ${systemErrorCode(error) ?? String(error)}`);
    }
    running = undefined;
  };
  if (tidyFirst !== undefined) running = run(tidyFirst);
  const first = running ?? Promise.resolve();
  const timer = setInterval(() => {
    running ??= run(tidyHourly);
  }, SWEEP_EVERY_MS);
  timer.unref();
  return {
    first,
    async stop() {
      clearInterval(timer);
      stopper.abort();
      await running;
    },
  };
}
