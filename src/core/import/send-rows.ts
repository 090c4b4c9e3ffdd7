import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import type { CheckedRow } from './checked-row.ts';
import type { Outcomes } from './outcomes.ts';
import { copyPhotos, type Place, type RowSender, type Sent, sendRow } from './send-row.ts';
import { type Aside, createSlots, type Slot } from './slots.ts';

/**
 * Rows beyond those being sent whose photos are copied and whose person was looked for: these waits are nobody's then.
 */
const AHEAD = 4;
/** Rows that wait for a lost answer to be cleared up, each with copies of its photos. */
const MAX_BEGUN = 256;

export interface SendParts extends RowSender {
  jobs: number;
  clock: Clock;
  signal: AbortSignal;
  outcomes: Outcomes;
  /** After so many failures one after another no more is sent. */
  maxFailures: number;
  onOutcome(row: CheckedRow, sent: Sent): void;
}

export interface Sending {
  /** Returns when there is room for the next row; the row itself may take longer. Sends nothing once stopped. */
  add(row: CheckedRow): Promise<void>;
  /** Until every row that was added has come to an end. */
  end(): Promise<void>;
  /** Why no more is sent. */
  stopped(): ReconError | undefined;
}

/** Sends several rows at a time, those of one person one after another. */
export function createSending(parts: SendParts): Sending {
  const { jobs, clock, signal, outcomes, maxFailures, onOutcome } = parts;
  const slots = createSlots(jobs);
  // One job is one row after another, in the order of the list.
  const desks = createSlots(jobs === 1 ? 1 : jobs + AHEAD);
  const begun = new Set<Promise<void>>();
  const lastOf = new Map<string, Promise<void>>();
  const halt = new AbortController();
  const over = AbortSignal.any([signal, halt.signal]);
  // As many may wait at the same time as there are jobs, and more that are parked; it is no leak.
  setMaxListeners(0, signal, over);
  let failuresInARow = 0;

  const note = (row: CheckedRow, sent: Sent) => {
    const { outcome, error } = sent;
    outcomes.note(row.number, outcome);
    onOutcome(row, sent);
    failuresInARow = error === undefined ? 0 : failuresInARow + 1;
    if (over.aborted || error === undefined) return;
    if (error.stopsAll) halt.abort(error);
    else if (failuresInARow === maxFailures) halt.abort(tooManyFailures(maxFailures, error));
  };

  /** A slot is taken for the request alone: the look before it goes on beside the requests of others. */
  const placeFor = (fromDesk: Aside) => {
    let slot: Slot | undefined;
    let wasSent = false;
    const leave = () => {
      slot?.give();
      slot = undefined;
    };
    const place: Place = {
      turn: async (work) => {
        slot ??= await slots.take();
        if (over.aborted) stopWaiting(over.reason);
        wasSent = true;
        return await work();
      },
      answered: leave,
      // A row takes its desk before its slot, also when it comes back: the other way round, two could wait for ever.
      pause: (ms) => slot!.aside(() => fromDesk(() => clock.sleep(ms, over).catch(stopWaiting))),
    };
    return { place, wasSent: () => wasSent, leave };
  };

  const send = (row: CheckedRow) =>
    desks.use(async (fromDesk) => {
      if (over.aborted) return;
      const copied = await copyPhotos(row, parts);
      if ('outcome' in copied) return note(row, copied);
      const { place, wasSent, leave } = placeFor(fromDesk);
      try {
        if (over.aborted) return;
        const sent = await sendRow(row, copied.photos, parts, place);
        if (wasSent() || !over.aborted) note(row, sent);
      } finally {
        // Unless it was answered only now: what is fatal must stop the next one before it begins.
        leave();
        await copied.dispose();
      }
    });

  return {
    add: async (row) => {
      if (over.aborted) return;
      const { key = row.hash } = row;
      const before = lastOf.get(key);
      const mine = (before ?? Promise.resolve()).then(() => send(row));
      const settled = mine.finally(() => {
        begun.delete(settled);
        if (lastOf.get(key) === settled) lastOf.delete(key);
      });
      // A bug in one row is thrown by `end`, or by the next `add`.
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

/** Whoever waits learns that the whole import stopped, and not why another row failed. */
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
