import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import { hasNoSpace } from '../../http/errors.ts';
import type { CheckedRow } from './checked-row.ts';
import type { CopiedPhotos, CopyPhotos } from './copy-photos.ts';
import { failed, type RowPlace, type RowSender, type Sent, sendRow } from './send-row.ts';
import { createSlots } from './slots.ts';

/**
 * This many further rows are prepared while others are sent: their photos are copied and their person is looked up, so
 * that no request waits for this.
 */
const AHEAD = 4;
/** So often a row is sent again to a service that wants fewer requests: with its own tries, some ten minutes. */
const MOST_ROUNDS = 8;
const FIRST_ROUND_MS = 2000;
const LONGEST_ROUND_MS = 60_000;
/** A service without space is asked again after each of these pauses, for a minute in all. */
const FULL_ROUND_MS = 5000;
const LONGEST_FULL_MS = 60_000;
/** After so many answers in a row, one row more is sent at a time. */
const ANSWERS_TO_GROW = 20;
/** The most rows that wait until a lost answer is resolved, each with copies of its photos. */
const MAX_BEGUN = 256;

export interface SendParts extends RowSender {
  copyPhotos: CopyPhotos;
  jobs: number;
  clock: Clock;
  signal: AbortSignal;
  /** After so many failures in a row, no more rows are sent; without a limit a full service stops nothing either. */
  maxFailures: number;
  onSent(row: CheckedRow, sent: Sent): void;
  /** Told once, when the service has no space left. */
  onFull?(text: string): void;
}

export interface Sending {
  /** Returns when there is room for the next row; the row itself may take longer. Sends nothing once stopped. */
  add(row: CheckedRow): Promise<void>;
  /** Resolves when every added row has ended. */
  end(): Promise<void>;
  /** The reason why no more rows are sent. */
  stopped(): ReconError | undefined;
}

/** Sends several rows at a time, but rows of the same person one after another. */
export function createSending(parts: SendParts): Sending {
  const { jobs, clock, signal, copyPhotos, maxFailures, onSent, onFull } = parts;
  const requestSlots = createSlots(jobs);
  // With one job, rows are sent one after another in the order of the list.
  const rowSlots = createSlots(jobs === 1 ? 1 : jobs + AHEAD);
  const begun = new Set<Promise<void>>();
  const lastOf = new Map<string, Promise<void>>();
  const halt = new AbortController();
  const over = AbortSignal.any([signal, halt.signal]);
  // As many may wait as there are jobs, and more that are paused. Without this Node would warn of a leak.
  setMaxListeners(0, signal, over);
  let failuresInARow = 0;
  let answersInARow = 0;
  let pausedUntil = 0;
  /** When the service first said that it has no space, after the last patient that it took. */
  let fullSince: number | undefined;
  let isFullTold = false;

  const note = (row: CheckedRow, sent: Sent) => {
    onSent(row, sent);
    const { error } = sent;
    if (sent.outcome.status === 'created') fullSince = undefined;
    if (error === undefined && ++answersInARow % ANSWERS_TO_GROW === 0) requestSlots.grow();
    failuresInARow = error === undefined ? 0 : failuresInARow + 1;
    if (over.aborted || error === undefined) return;
    if (error.stopsAll) halt.abort(error);
    else if (failuresInARow === maxFailures) halt.abort(tooManyFailures(maxFailures, error));
  };

  /**
   * For a service that wants fewer requests: half as many rows at a time, and none before it wants them again. Rows that
   * were under way together and are refused together are one refusal.
   */
  const brake = (pauseMs: number, { retryAfterMs = 0 }: ReconError) => {
    const now = clock.monotonic();
    answersInARow = 0;
    if (now >= pausedUntil) requestSlots.halve();
    pausedUntil = Math.max(pausedUntil, now + Math.max(retryAfterMs, pauseMs));
  };

  const isFullForLong = () => fullSince !== undefined && clock.monotonic() - fullSince >= LONGEST_FULL_MS;
  const tellFull = () => {
    fullSince ??= clock.monotonic();
    if (!isFullTold) onFull?.(`${NO_SPACE}; the import waits up to a minute for room there`);
    isFullTold = true;
  };
  /** Sets the pause before a row is sent once more; false where it is not to be. */
  const mayGoOn = (round: number, error: ReconError): boolean => {
    if (!hasNoSpace(error)) {
      if (round >= MOST_ROUNDS) return false;
      brake(FIRST_ROUND_MS * 2 ** round, error);
      return true;
    }
    tellFull();
    // While others are taken, as those without photos are, the row waits no longer than if none was.
    if (isFullForLong() || round >= LONGEST_FULL_MS / FULL_ROUND_MS) return false;
    brake(FULL_ROUND_MS, error);
    return true;
  };

  /** A request slot is held only for the request: the look-up before it runs beside the requests of others. */
  const sendCopied = async (row: CheckedRow, { photos, dispose }: CopiedPhotos) => {
    let hasRequestSlot = false;
    let wasSent = false;
    const giveRequestSlot = () => {
      if (hasRequestSlot) requestSlots.give();
      hasRequestSlot = false;
    };
    const place: RowPlace = {
      turn: async (work) => {
        if (!hasRequestSlot) await requestSlots.take();
        hasRequestSlot = true;
        for (let ms = pausedUntil - clock.monotonic(); ms > 0; ms = pausedUntil - clock.monotonic()) {
          await clock.sleep(ms, over).catch(stopWaiting);
        }
        if (over.aborted) stopWaiting(over.reason);
        wasSent = true;
        return await work();
      },
      answered: giveRequestSlot,
      pause: async (ms) => {
        requestSlots.give();
        rowSlots.give();
        try {
          await clock.sleep(ms, over).catch(stopWaiting);
        } finally {
          // A row always takes its row slot first; in the other order two rows could block each other.
          await rowSlots.take(true);
          await requestSlots.take(true);
        }
      },
    };
    try {
      if (over.aborted) return;
      let sent = await sendRow(row, photos, parts, place);
      for (let round = 0; wantsFewer(sent) && !over.aborted && mayGoOn(round, sent.error); round += 1) {
        giveRequestSlot();
        sent = await sendRow(row, photos, parts, place);
      }
      if (wasSent || !over.aborted) note(row, sent);
      if (isFullForLong() && Number.isFinite(maxFailures) && sent.error !== undefined && hasNoSpace(sent.error))
        halt.abort(stoppedByFull(sent.error));
    } finally {
      // It is given back after the outcome is noted, so that a fatal error stops the next row before it begins.
      giveRequestSlot();
      dispose();
    }
  };

  const send = async (row: CheckedRow) => {
    await rowSlots.take();
    try {
      if (over.aborted) return;
      const copied = await copyPhotos(row).catch((error) => note(row, failed(error)));
      if (copied) await sendCopied(row, copied);
    } finally {
      rowSlots.give();
    }
  };

  return {
    add: async (row) => {
      if (over.aborted) return;
      const { key = row.hash } = row;
      const mine = (lastOf.get(key) ?? Promise.resolve()).then(() => send(row));
      const settled = mine.finally(() => {
        begun.delete(settled);
        if (lastOf.get(key) === settled) lastOf.delete(key);
      });
      // A bug in one row is thrown by `end` or by the next `add`.
      settled.catch((error) => halt.abort(error));
      begun.add(settled);
      lastOf.set(key, settled);
      if (begun.size >= MAX_BEGUN) await Promise.race(begun);
    },
    end: async () => {
      while (begun.size > 0) await Promise.allSettled(begun);
      const reason: unknown = halt.signal.reason;
      if (halt.signal.aborted && !(reason instanceof ReconError)) throw reason;
    },
    stopped: () => (over.aborted && over.reason instanceof ReconError ? over.reason : undefined),
  };
}

/** The row was surely not taken, and the service names no time that is too long to wait for. */
const wantsFewer = (sent: Sent): sent is Sent & { error: ReconError } =>
  sent.outcome.status !== 'unknown' &&
  (sent.error?.code === 'rate_limited' || sent.error?.status === 503) &&
  (sent.error.retryAfterMs ?? 0) <= LONGEST_ROUND_MS;

const NO_SPACE = 'the service has no space left';

const stoppedByFull = (error: ReconError) =>
  error.with({ message: `${NO_SPACE}, so the import stopped`, details: [error.message], hint: undefined });

/** A waiting row gets the reason why the whole import stopped, and not the failure of another row. */
function stopWaiting(error: unknown): never {
  if (error instanceof ReconError && error.isStop) throw error;
  throw new ReconError('interrupted', 'the import was stopped');
}

function tooManyFailures(count: number, last: ReconError): ReconError {
  return new ReconError('partly_failed', `${count} patients in a row failed, so the import stopped`, {
    details: [`the last: ${last.message}`],
    cause: last,
  });
}
