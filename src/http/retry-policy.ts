import type { ReconError } from '../errors.ts';
import { outcomeUnknown } from './errors.ts';
import type { Failure } from './failure.ts';

export const MAX_TRIES = 4;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8000;
const LONGEST_RETRY_AFTER_MS = 60_000;
/** After so many failures in a row the service is not asked again. */
const MAX_FAILURES_IN_A_ROW = 20;

export interface Situation {
  kind: 'read' | 'change';
  failure: Failure;
  /** Tries made so far, this one included. */
  attempt: number;
  /** Failures in a row since the last success, over all operations of the run. */
  failuresInARow: number;
  /** Time left for the operation. */
  leftMs: number;
  /** A random number from 0 to 1. */
  random: number;
  /** How often it is tried, if not as often as usual. */
  mostTries?: number;
}

/** `reconcile`: the caller (`core/changes/carry-out.ts`) must find out if the change was made before it sends it again. */
export type Decision =
  | { act: 'retry'; delayMs: number }
  | { act: 'reconcile'; error: ReconError }
  | { act: 'stop'; error: ReconError };

/**
 * Decides what follows a failed try. A change that may have been applied is never sent again; one that certainly was
 * not, and any read, is tried up to four times in all.
 */
export function decide(situation: Situation): Decision {
  const { kind, failure, attempt, failuresInARow, leftMs, random, mostTries = MAX_TRIES } = situation;
  if (kind === 'change' && failure.applied === 'maybe') {
    return { act: 'reconcile', error: outcomeUnknown(failure.error) };
  }
  const stop = { act: 'stop', error: failure.error } as const;
  if (!failure.retry || attempt >= mostTries || failuresInARow >= MAX_FAILURES_IN_A_ROW) return stop;
  const delayMs = delayAfter(attempt, failure.error, random);
  return delayMs === undefined || delayMs >= leftMs ? stop : { act: 'retry', delayMs };
}

/** The pause after a failed try: never shorter than the service asked for. undefined where it asked for over a minute. */
export function delayAfter(attempt: number, failure: ReconError | undefined, random: number): number | undefined {
  const askedMs = failure?.retryAfterMs ?? 0;
  return askedMs > LONGEST_RETRY_AFTER_MS ? undefined : Math.max(askedMs, backoffMs(attempt, random));
}

/** A random delay up to 1 s, 2 s, 4 s, … at most 8 s ("full jitter"). */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(random * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS));
}
