import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import { backoffMs } from '../../http/retry-policy.ts';
import { type Entry, type Step, stepped } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { naturalKeyOf } from '../same-person.ts';
import { ofAnotherToken, parked, stillOpen, undecided } from './open-errors.ts';
import type { Look, Outcome, Steps } from './steps.ts';

export interface World {
  journal: Journal;
  clock: Clock;
  signal: AbortSignal;
  /** How long a request of unknown outcome may still be at work. */
  quietMs(): number;
  /** How long the service took to answer a create, once it had all of it: a lost one may be at work as long. */
  noteAnswer(ms: number): void;
  /** Told to a waiting person. */
  onNotice(text: string): void;
  /** 0 to 1, for the jitter. */
  random(): number;
  /** Writes a change down and sends it: at once, or where a batch has a place free. The look before it needs none. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** The change is made and answered: nobody has to wait for what is left of this turn. */
  answered(): void;
  /** Waits within a turn; a batch gives its place to others meanwhile. */
  pause(ms: number): Promise<void>;
  /** Whether a change that was not sent is kept open when the service cannot be reached: what `resume` does. */
  keepsUnsent: boolean;
  /** Mark of the token in use. */
  account: string;
  /** Mark of a person, by which creates of the same one are known; undefined where nothing tells who it is. */
  subjectOf(patient: Parameters<typeof naturalKeyOf>[0]): string | undefined;
}

/** Of one run. A later one goes on where this one stopped. */
const MAX_SENDS = 3;
/** The service's clock and ours may differ. */
const KEY_MARGIN_MS = 3_600_000;

/**
 * Brings a change to its end: exactly once, or open and told so. `isWritten`: its `sent` line was written just now, and
 * nothing has gone out yet.
 * @throws ReconError `outcome_unknown` where it stays open; what the client throws where it was surely not made
 */
export async function carryOut<T>(
  first: Entry,
  steps: Steps<T>,
  world: World,
  { isWritten = false } = {},
): Promise<Outcome<T>> {
  let entry = first;
  // Found in this state, it was cut off by a crash: nobody knows when, so it counts from now.
  if (entry.state === 'sent' && !isWritten) entry = await note(entry, { state: 'lost' }, world);
  let failure: ReconError | undefined;
  for (let sends = 0; ; sends += 1) {
    if (entry.state !== 'sent') {
      const next = await readyToSend(entry, steps, world, failure);
      if ('outcome' in next) return next.outcome;
      if (sends === MAX_SENDS) throw stillOpen(entry, failure);
      const { baseline, keyUntil, inDoubt } = next.entry;
      if (inDoubt) await orParked(next.entry, world.clock.sleep(backoffMs(sends, world.random()), world.signal));
      const step: Step = { state: 'sent', baseline, keyUntil, inDoubt };
      // Strictly before the first byte. What is asked again by its key is on record as lost already.
      entry = await (inDoubt ? note(next.entry, step, world) : world.journal.note(next.entry, step));
    }
    const sent = await send(entry, steps, world);
    if ('outcome' in sent) return sent.outcome;
    ({ entry, failure } = sent);
  }
}

/** Until when the service can be asked by the key, epoch ms. */
export const keyUntilOf = (keyMemoryMs: number | undefined, { clock }: Pick<World, 'clock'>): number =>
  keyMemoryMs === undefined ? 0 : clock.now() + keyMemoryMs;

/** All that comes before a request: a first look, or after a lost one the wait and the look that tells. */
async function readyToSend<T>(
  entry: Entry,
  steps: Steps<T>,
  world: World,
  failure: ReconError | undefined,
): Promise<{ entry: Entry } | { outcome: Outcome<T> }> {
  if (entry.state === 'unknown') throw undecided(entry, 'it is not clear whether the change was made', []);
  // Another account may not see what this one has, and see a namesake instead.
  if (entry.account !== world.account) throw ofAnotherToken(entry);
  if (entry.state === 'planned') return await prepare(entry, steps, world);
  if (mayAskByKey(entry, world)) return { entry };
  const look = await lookWhenQuiet(entry, steps, world);
  const outcome = await outcomeOf(look, entry, world, failure);
  if (outcome !== undefined) return { outcome };
  // What may still be at work can come after the look.
  return { entry: { ...entry, inDoubt: entry.lostAt + world.quietMs() > world.clock.now() } };
}

/** undefined where it was not made. @throws ReconError `outcome_unknown` where a person has to tell */
async function outcomeOf<T>(
  look: Look<T>,
  entry: Entry,
  world: World,
  failure?: ReconError,
): Promise<Outcome<T> | undefined> {
  if (look.seen === 'not made') return undefined;
  if (look.seen === 'made') return await settled(entry, look.outcome, world);
  const open = await note(entry, { state: 'unknown', candidates: look.candidates ?? [] }, world);
  throw undecided(open, look.message, [...(failure === undefined ? [] : [failure.message]), ...(look.details ?? [])]);
}

/**
 * The same key again is answered as the first time, so nothing has to be waited for. A clock that was set back since
 * cannot tell whether the service still remembers it.
 */
const mayAskByKey = ({ keyUntil, lostAt }: Entry, { clock }: World) =>
  keyUntil !== 0 && lostAt <= clock.now() && clock.now() < keyUntil - KEY_MARGIN_MS;

async function prepare<T>(
  entry: Entry,
  steps: Steps<T>,
  world: World,
): Promise<{ entry: Entry } | { outcome: Outcome<T> }> {
  try {
    if (entry.baseline.fields !== undefined && steps.recheck !== undefined) {
      const outcome = await outcomeOf(await steps.recheck(entry), entry, world);
      return outcome === undefined ? { entry } : { outcome };
    }
    const prepared = await steps.prepare();
    if ('outcome' in prepared) return { outcome: await settled(entry, prepared.outcome, world, 'clear') };
    return { entry: { ...entry, baseline: prepared.baseline, keyUntil: keyUntilOf(prepared.keyMemoryMs, world) } };
  } catch (error) {
    throw await notSent(entry, error, world);
  }
}

async function send<T>(
  entry: Entry,
  steps: Steps<T>,
  world: World,
): Promise<{ outcome: Outcome<T> } | { entry: Entry; failure: ReconError }> {
  let outcome: Outcome<T>;
  try {
    outcome = await steps.send(entry);
  } catch (thrown) {
    return await afterFailure(entry, thrown, world);
  }
  world.answered();
  return { outcome: await settled(entry, outcome, world, 'done') };
}

async function afterFailure(
  entry: Entry,
  thrown: unknown,
  world: World,
): Promise<{ entry: Entry; failure: ReconError }> {
  // A bug of ours tells nothing about the service.
  if (!(thrown instanceof ReconError)) {
    await note(entry, { state: 'lost' }, world);
    throw thrown;
  }
  if (thrown.isStop) {
    if (!thrown.mayBeApplied && !entry.inDoubt) throw await notSent(entry, thrown, world);
    throw parked(await note(entry, { state: 'lost' }, world), thrown);
  }
  if (thrown.code === 'outcome_unknown') return { entry: await note(entry, { state: 'lost' }, world), failure: thrown };
  // This request was surely not carried out; whether an earlier one was is as open as before.
  if (entry.inDoubt) throw stillOpen(await note(entry, { state: 'lost' }, world), outcomeUnknown(thrown));
  throw await notSent(entry, thrown, world);
}

/** Nothing of it has been made: over, or kept for later where a later run may fare better. */
async function notSent(entry: Entry, thrown: unknown, world: World): Promise<unknown> {
  if (!(thrown instanceof ReconError)) return thrown;
  if (thrown.isStop) return await stoppedBeforeSending(entry, thrown, world);
  const isKept = world.keepsUnsent && (thrown.isTemporary || thrown.stopsAll);
  await note(entry, { state: isKept ? 'planned' : 'clear' }, world);
  return thrown;
}

/** Who stops a deletion or a transfer in time wants it not to happen; it is typed again in a moment. */
async function stoppedBeforeSending(entry: Entry, stop: ReconError, world: World): Promise<ReconError> {
  if (entry.deed !== 'delete' && entry.deed !== 'transfer') {
    return parked(await note(entry, { state: 'planned' }, world), stop);
  }
  await note(entry, { state: 'clear' }, world);
  return new ReconError(stop.code, `${stop.message}; it was not made`, { cause: stop });
}

async function lookWhenQuiet<T>(entry: Entry, steps: Steps<T>, world: World): Promise<Look<T>> {
  const quietMs = steps.quietMs === undefined ? world.quietMs() : Math.min(steps.quietMs, world.quietMs());
  // A clock that was set back must not prolong the wait.
  const waitMs = Math.min(Math.max(0, entry.lostAt + quietMs - world.clock.now()), quietMs);
  if (waitMs >= 1000) {
    const seconds = Math.ceil(waitMs / 1000);
    world.onNotice(
      `no answer came, and the request may still be at work; in ${seconds} s a look will tell whether it was made`,
    );
  }
  await orParked(entry, world.pause(waitMs));
  try {
    return await steps.look(entry);
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    throw thrown.isStop ? parked(entry, thrown) : stillOpen(entry, outcomeUnknown(thrown));
  }
}

async function settled<T>(
  entry: Entry,
  outcome: Outcome<T>,
  world: World,
  state: 'done' | 'adopted' | 'clear' = 'adopted',
): Promise<Outcome<T>> {
  await note(entry, state === 'clear' ? { state } : { state, patient: outcome.patient }, world);
  return outcome;
}

/**
 * Writes down what has happened already. Where the disk refuses, that must not turn what was made into a failure:
 * the entry then says less than is known, and the next run looks again.
 */
async function note(entry: Entry, step: Step, world: World): Promise<Entry> {
  try {
    return await world.journal.note(entry, step);
  } catch (error) {
    if (!(error instanceof ReconError) || error.code !== 'storage') throw error;
    world.onNotice(`${error.message}; the next recon resume will look again`);
    return stepped(entry, step, world.clock.now());
  }
}

async function orParked(entry: Entry, waiting: Promise<void>): Promise<void> {
  await waiting.catch((thrown) => {
    throw thrown instanceof ReconError && thrown.isStop ? parked(entry, thrown) : thrown;
  });
}
