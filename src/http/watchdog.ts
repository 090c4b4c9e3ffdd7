import type { Clock } from '../clock.ts';

export type RequestStage = 'upload' | 'silence' | 'body' | 'whole';

/** Nothing happened for too long, so the attempt was given up. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  readonly stage: RequestStage;
  readonly limitMs: number;

  constructor(stage: RequestStage, limitMs: number) {
    super(`nothing happened for ${limitMs} ms`);
    this.stage = stage;
    this.limitMs = limitMs;
  }
}

const LOOK_EVERY_MS = 250;
/** Made once, without a stack. */
const STOPPED = 'stopped';

/**
 * Watches one attempt by the monotonic clock and calls `expire` once. It checks at intervals instead of setting a timer
 * again for every piece of a body.
 */
export function startWatchdog(
  clock: Clock,
  whole: {
    /** The limit, for the words. */
    limitMs: number;
    /** Its end, monotonic; earlier tries have used some of the time. */
    deadline: number;
  },
  hooks: {
    expire(reason: SilenceError): void;
    onSilence(stage: RequestStage, silentMs: number): void;
    /** The silence after this one of which `onSilence` is to hear. */
    nextMs(silentMs: number): number;
  },
) {
  const finished = new AbortController();
  let stage: RequestStage = 'silence';
  let limitMs = Number.POSITIVE_INFINITY;
  let since = clock.monotonic();
  let { limitMs: wholeMs, deadline } = whole;
  let nextMs = hooks.nextMs(0);

  const restart = () => {
    since = clock.monotonic();
    nextMs = hooks.nextMs(0);
  };
  const look = async () => {
    while (!finished.signal.aborted) {
      const now = clock.monotonic();
      const silentMs = now - since;
      if (now >= deadline) return hooks.expire(new SilenceError('whole', wholeMs));
      if (silentMs >= limitMs) return hooks.expire(new SilenceError(stage, limitMs));
      if (silentMs >= nextMs) {
        nextMs = hooks.nextMs(silentMs);
        hooks.onSilence(stage, silentMs);
      }
      await clock.sleep(Math.min(limitMs - silentMs, deadline - now, LOOK_EVERY_MS), finished.signal);
    }
  };
  // The only possible rejection is our own stop.
  look().catch(() => {});

  return {
    /** Starts a new stage with its own limit. */
    enter(next: RequestStage, nextLimitMs: number) {
      stage = next;
      limitMs = nextLimitMs;
      restart();
    },
    /** Restarts the time of the stage, because something happened. */
    touch: restart,
    /** Limits all stages together to this time from now on. */
    allow(nextWholeMs: number) {
      wholeMs = nextWholeMs;
      deadline = clock.monotonic() + nextWholeMs;
    },
    stop: () => finished.abort(STOPPED),
  };
}
