import type { Clock } from '../clock.ts';
import type { PatientAnswer } from '../contract/answers.ts';
import { hasCode, ReconError } from '../errors.ts';
import { idText, type Reply, stringifyExact } from './answer.ts';
import type { Client } from './client.ts';
import { pathId } from './ids.ts';
import { createWaitBook, type Seen, type WaitResult, type WaitWish } from './wait-book.ts';

export type { WaitState } from './wait-book.ts';

export interface WaitOptions extends WaitWish {
  deadlineMs: number;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** 0 to 1, for the jitter. */
  random?: (() => number) | undefined;
}

type Lists = Pick<Client, 'listPatients' | 'getPatient'>;

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15_000;
/** Before a patient that was not just made is looked for again: who mistyped an id reads that soon. */
const UNSEEN_PAUSE_MS = 1000;
const PAUSE_GROWTH = 1.5;
const PAUSE_JITTER = 0.2;

/**
 * Polls until every reconstruction is ready or failed. Only `has_3d` is ready, only the statuses
 * known as failures are failed, and everything else is still going.
 * @throws ReconError `generation_failed`; `still_running` at the deadline; `not_found` after three
 * 404 in a row, once the others are ready or failed; and what ends any command: no access, Ctrl-C
 */
export async function waitForPatients(
  client: Lists,
  ids: readonly string[],
  options: WaitOptions,
): Promise<WaitResult> {
  const { clock, signal, random = Math.random } = options;
  const wanted = [...new Set(ids.map((id) => pathId(id)))];
  const book = createWaitBook(wanted, options);
  const endsAt = clock.monotonic() + options.deadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    await beforeDeadline(endsAt, clock, async () => {
      const seen = await lookPast(client, book.there(), signal);
      if (seen instanceof ReconError) book.noteFailure(seen);
      else book.note(seen);
    });
    if (book.isSettled()) return book.result();
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) throw book.deadlineError();
    const ownMs = book.isLookedFor() ? UNSEEN_PAUSE_MS : pauseMs;
    await clock.sleep(Math.min(ownMs * (1 + PAUSE_JITTER * (2 * random() - 1)), leftMs), signal);
  }
}

/** One poll, or the failure of it that a wait looks past. */
async function lookPast(
  client: Lists,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Seen | ReconError> {
  try {
    return await look(client, ids);
  } catch (thrown) {
    if (ids.length === 1 && hasCode(thrown, 'not_found')) return new Map();
    if (signal?.aborted || !(thrown instanceof ReconError) || thrown.stopsAll) throw thrown;
    return thrown;
  }
}

/** One poll: one id by get, several in one list call. An id that is not there is not in the map. */
async function look(client: Lists, ids: readonly string[]): Promise<Seen> {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return new Map([[only, await client.getPatient(only)]]);
  const { body } = await client.listPatients({ ids: [...ids] });
  return new Map(
    (body?.patients ?? []).flatMap((patient): [string, Reply<PatientAnswer>][] => {
      const id = idText(patient?.id);
      return id === undefined ? [] : [[id, { text: stringifyExact({ patient }), body: { patient } }]];
    }),
  );
}

/** Waits for the work, but not beyond the deadline: a slow poll must not prolong the wait. */
async function beforeDeadline(endsAt: number, clock: Clock, work: () => Promise<void>): Promise<void> {
  const worked = new AbortController();
  const timeIsUp = clock.sleep(Math.max(0, endsAt - clock.monotonic()), worked.signal).catch(() => {});
  try {
    await Promise.race([work(), timeIsUp]);
  } finally {
    worked.abort();
  }
}
