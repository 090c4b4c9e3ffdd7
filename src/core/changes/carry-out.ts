import { hasCode, ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import { delayAfter } from '../../http/retry-policy.ts';
import { type Entry, type Step, stepped } from '../journal/entry.ts';
import type { Call, Run } from './run.ts';
import type { Finding, Procedure } from './steps.ts';
import { ofAnotherToken, parked, stillOpen, undecided } from './unfinished-errors.ts';

/** Of one run. A later one goes on where this one stopped. */
const MAX_SENDS = 3;
/** The service's clock and ours may differ. */
const KEY_MARGIN_MS = 3_600_000;

/** Everything needed to bring one change to its end. */
interface Carrying<E> {
  steps: Procedure<E>;
  run: Run;
  call: Call;
}
type EndingLike = { patient?: string | undefined };

/**
 * Brings a change to its end: exactly once, or open and told so. `isWritten`: its `sent` line was written just now, and
 * nothing has gone out yet.
 * @throws ReconError `outcome_unknown` where it stays open; what the client throws where it was surely not made
 */
export async function carryOut<E extends EndingLike>(
  first: Entry,
  carrying: Carrying<E>,
  { isWritten = false } = {},
): Promise<E> {
  const { run } = carrying;
  let entry = first;
  // Found in this state, it was cut off by a crash: nobody knows when, so it counts from now.
  if (entry.state === 'sent' && !isWritten) entry = await note(entry, { state: 'lost' }, run);
  let failure: ReconError | undefined;
  for (let sends = 0; ; sends += 1) {
    if (entry.state !== 'sent') {
      const next = await readyToSend(entry, carrying, failure);
      if ('ending' in next) return next.ending;
      if (sends === MAX_SENDS) throw stillOpen(entry, failure);
      const { baseline, keyUntil, inDoubt } = next.entry;
      if (inDoubt) await restBefore(sends, next.entry, run, failure);
      const step: Step = { state: 'sent', baseline, keyUntil, inDoubt };
      // Before the first byte. In doubt, the journal says `lost` already, so this write may fail.
      entry = await (inDoubt ? note(next.entry, step, run) : run.journal.note(next.entry, step));
    }
    const sent = await send(entry, carrying);
    if ('ending' in sent) return sent.ending;
    ({ entry, failure } = sent);
  }
}

/** @throws ReconError `outcome_unknown` where the service wants to be left alone for over a minute */
async function restBefore(sends: number, entry: Entry, run: Run, failure: ReconError | undefined): Promise<void> {
  const delayMs = delayAfter(sends, failure, run.random());
  if (delayMs === undefined) throw stillOpen(entry, failure);
  await orParked(entry, run.clock.sleep(delayMs, run.signal));
}

/** Until when the service can be asked by the key, epoch ms. */
export const keyUntilOf = (keyMemoryMs: number | undefined, { clock }: Pick<Run, 'clock'>): number =>
  keyMemoryMs === undefined ? 0 : clock.now() + keyMemoryMs;

/** All that comes before a request: a first look, or after a lost one the wait and the look that tells. */
async function readyToSend<E extends EndingLike>(
  entry: Entry,
  carrying: Carrying<E>,
  failure: ReconError | undefined,
): Promise<{ entry: Entry } | { ending: E }> {
  const { run } = carrying;
  if (entry.state === 'unknown') throw undecided(entry, 'it is not clear whether the change was made', []);
  // Another account may not see what this one has, and see a namesake instead.
  if (entry.account !== run.journal.account) throw ofAnotherToken(entry);
  if (entry.state === 'planned') return await plan(entry, carrying);
  if (mayAskByKey(entry, run)) return { entry };
  const ending = await endingOf(await lookWhenQuiet(entry, carrying), entry, run, failure);
  if (ending !== undefined) return { ending };
  // A request that is still at work may take effect after the look.
  return { entry: { ...entry, inDoubt: entry.lostAt + run.quietMs() > run.clock.now() } };
}

/** undefined where it was not made. @throws ReconError `outcome_unknown` where a person has to tell */
async function endingOf<E extends EndingLike>(
  finding: Finding<E>,
  entry: Entry,
  run: Run,
  failure?: ReconError,
): Promise<E | undefined> {
  if (finding.is === 'not made') return undefined;
  if (finding.is === 'made') return await closed(entry, 'adopted', finding.ending, run);
  const { message, details = [], candidates = [] } = finding;
  const open = await note(entry, { state: 'unknown', candidates }, run);
  throw undecided(open, message, [...(failure === undefined ? [] : [failure.message]), ...details]);
}

/**
 * The same key again is answered as the first time, so nothing has to be waited for. A clock that was set back since
 * cannot tell whether the service still remembers it.
 */
const mayAskByKey = ({ keyUntil, lostAt }: Entry, { clock }: Run) =>
  keyUntil !== 0 && lostAt <= clock.now() && clock.now() < keyUntil - KEY_MARGIN_MS;

async function plan<E extends EndingLike>(
  entry: Entry,
  { steps, run, call }: Carrying<E>,
): Promise<{ entry: Entry } | { ending: E }> {
  try {
    if ((entry.baseline.fields ?? entry.baseline.model) !== undefined) {
      const ending = await endingOf(await steps.look(entry), entry, run);
      return ending === undefined ? { entry } : { ending };
    }
    const planned = await steps.plan(entry);
    if ('ending' in planned) return { ending: await closed(entry, 'clear', planned.ending, run) };
    return { entry: { ...entry, baseline: planned.baseline, keyUntil: keyUntilOf(planned.keyMemoryMs, run) } };
  } catch (error) {
    throw await notSent(entry, error, run, call);
  }
}

async function send<E extends EndingLike>(
  entry: Entry,
  { steps, run, call }: Carrying<E>,
): Promise<{ ending: E } | { entry: Entry; failure: ReconError }> {
  let ending: E;
  try {
    ending = await steps.send(entry);
  } catch (thrown) {
    return await afterFailure(entry, thrown, run, call);
  }
  call.answered();
  return { ending: await closed(entry, 'done', ending, run) };
}

async function afterFailure(
  entry: Entry,
  thrown: unknown,
  run: Run,
  call: Call,
): Promise<{ entry: Entry; failure: ReconError }> {
  // A bug of ours tells nothing about the service.
  if (!(thrown instanceof ReconError)) {
    await note(entry, { state: 'lost' }, run);
    throw thrown;
  }
  if (thrown.isStop) {
    if (!thrown.mayBeApplied && !entry.inDoubt) throw await notSent(entry, thrown, run, call);
    throw parked(await note(entry, { state: 'lost' }, run), thrown);
  }
  if (thrown.code === 'outcome_unknown') return { entry: await note(entry, { state: 'lost' }, run), failure: thrown };
  // This request was surely not carried out; whether an earlier one was is as open as before.
  if (entry.inDoubt) throw stillOpen(await note(entry, { state: 'lost' }, run), outcomeUnknown(thrown));
  throw await notSent(entry, thrown, run, call);
}

/** Nothing of it has been made: over, or kept for later where a later run may fare better. */
async function notSent(entry: Entry, thrown: unknown, run: Run, call: Call): Promise<unknown> {
  if (!(thrown instanceof ReconError)) return thrown;
  if (thrown.isStop) return await stoppedBeforeSending(entry, thrown, run);
  const isKept = call.keepsUnsent && (thrown.isTemporary || thrown.stopsAll);
  await note(entry, { state: isKept ? 'planned' : 'clear' }, run);
  // Of a refusal everybody knows it; that what was kept of an earlier run is dropped, nobody does.
  if (!isFailure(thrown)) return call.keepsUnsent && !isKept ? withDetail(thrown, NO_LONGER_OPEN) : thrown;
  const again = isKept ? [] : ['nothing of it is kept here: the same command, with the same answers, sends it again'];
  return thrown.with({ details: [...thrown.details, 'nothing was made', ...again] });
}

const NO_LONGER_OPEN = 'it was not made, and is not open any more';
const withDetail = (error: ReconError, line: string) => error.with({ details: [...error.details, line] });

/** The service itself failed, or the connection to it. */
const isFailure = ({ code, status }: ReconError) =>
  code === 'network' || (code === 'unavailable' && status !== undefined);

/** A deletion, transfer or give-back that is stopped in time is not wanted any more, and is soon typed again. */
async function stoppedBeforeSending(entry: Entry, stop: ReconError, run: Run): Promise<ReconError> {
  if (!['delete', 'transfer', 'give-back'].includes(entry.deed)) {
    return parked(await note(entry, { state: 'planned' }, run), stop);
  }
  await note(entry, { state: 'clear' }, run);
  return new ReconError(stop.code, `${stop.message}; it was not made`, { cause: stop });
}

async function lookWhenQuiet<E>(entry: Entry, { steps, run, call }: Carrying<E>): Promise<Finding<E>> {
  const quietMs = Math.min(steps.quietMs ?? Number.POSITIVE_INFINITY, run.quietMs());
  // A clock that was set back must not prolong the wait.
  const waitMs = Math.min(Math.max(0, entry.lostAt + quietMs - run.clock.now()), quietMs);
  if (waitMs >= 1000) {
    const seconds = Math.ceil(waitMs / 1000);
    run.onNotice(
      `no answer came, and the request may still be at work; in ${seconds} s a look will tell whether it was made`,
    );
  }
  await orParked(entry, call.pause(waitMs));
  try {
    return await steps.look(entry);
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    throw thrown.isStop ? parked(entry, thrown) : stillOpen(entry, outcomeUnknown(thrown));
  }
}

async function closed<E extends EndingLike>(
  entry: Entry,
  state: 'done' | 'adopted' | 'clear',
  ending: E,
  run: Run,
): Promise<E> {
  await note(entry, state === 'clear' ? { state } : { state, patient: ending.patient }, run);
  return ending;
}

/**
 * Writes down what has happened already. Where the disk refuses, that must not turn what was made into a failure:
 * the entry then says less than is known, and the next run looks again.
 */
async function note(entry: Entry, step: Step, run: Run): Promise<Entry> {
  try {
    return await run.journal.note(entry, step);
  } catch (error) {
    if (!hasCode(error, 'storage')) throw error;
    run.onNotice({ before: error.message, command: ['resume'], because: 'which will look again' });
    return stepped(entry, step, run.clock.now());
  }
}

async function orParked(entry: Entry, waiting: Promise<void>): Promise<void> {
  await waiting.catch((thrown) => {
    throw thrown instanceof ReconError && thrown.isStop ? parked(entry, thrown) : thrown;
  });
}
