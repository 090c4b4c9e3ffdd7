import type { Clock } from '../../../clock.ts';

export interface Tries {
  clock: Clock;
  /** No try begins later than this after the first. */
  forMs: number;
  isTemporary(error: unknown): boolean;
  /** Ends a pause. */
  signal: AbortSignal | undefined;
  /** Hears of each failure after which it is tried again. */
  onAgain?: ((error: unknown, failures: number) => void) | undefined;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 4000;

/** Does something that may be done twice, until it succeeds or its time is over. */
export async function tryAgain<T>(
  work: () => Promise<T>,
  { clock, forMs, isTemporary, signal, onAgain }: Tries,
): Promise<T> {
  const until = clock.monotonic() + forMs;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pauseAfter(failures);
      if (!isTemporary(error) || clock.monotonic() + pauseMs > until) throw error;
      onAgain?.(error, failures);
      await clock.sleep(pauseMs, signal);
    }
  }
}

/** Between half of it and all of it, so that those who failed together do not come again together. */
const pauseAfter = (failures: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
