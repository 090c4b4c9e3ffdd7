import { withLock } from '../../system/lock.ts';
import type { Entry, Plan } from '../journal/entry.ts';
import type { StoredRequest } from '../journal/request-store.ts';
import { carryOut, keyUntilOf, type World } from './carry-out.ts';
import { openEarlier } from './open-errors.ts';
import { requestMark } from './request-mark.ts';
import type { Outcome } from './steps.ts';
import { type BeginOptions, stepsFor } from './steps-for.ts';

/**
 * Writes a change down and carries it out, while no other process changes the same patient. Where an earlier run has
 * left the very same change open, that one is finished instead; where it left another one open, nothing is done.
 */
export async function begin(
  given: Omit<Plan, 'request'>,
  request: StoredRequest,
  options: BeginOptions,
): Promise<Outcome<unknown>> {
  const { world } = options;
  const { journal } = world;
  const plan: Plan = { ...given, request: requestMark(journal.mark, given, request) };
  return await locked(plan.subject, async () => {
    const earlier = await earlierOf(plan, world);
    const outcome = earlier && (await finishEarlier(earlier, request, options));
    if (outcome !== undefined) {
      if (plan.row !== undefined && plan.row !== earlier?.entry.row && outcome.patient !== undefined) {
        await journal.noteRow(plan.row, outcome.patient);
      }
      return outcome;
    }
    // A look comes first and leaves no trace: where there is nothing to send, nothing is written down.
    const prepared = await stepsFor({ ...plan, id: 'new' }, request, options).prepare();
    if ('outcome' in prepared) return prepared.outcome;
    // Kept before its turn, so that nobody's turn is spent on waiting for the disk to take the photos.
    const unplanned = await journal.keepNew(request);
    try {
      return await world.turn(async () => {
        const entry = await unplanned.plan(plan, {
          state: 'sent',
          baseline: prepared.baseline,
          keyUntil: keyUntilOf(prepared.keyMemoryMs, world),
          inDoubt: false,
        });
        const steps = stepsFor(entry, unplanned.request, options);
        // By its subject it is locked already; without one, by itself.
        const alone = plan.subject === undefined ? entry.id : undefined;
        return await locked(alone, () => carryOut(entry, steps, world, { isWritten: true }));
      });
    } finally {
      await unplanned.leave();
    }
  });
}

/** undefined where another process has ended it meanwhile: without a subject, only the entry itself is locked. */
async function finishEarlier(
  { entry: { id }, request: earlier }: Earlier,
  { allowSame = earlier.allowSame ?? false }: StoredRequest,
  options: BeginOptions,
): Promise<Outcome<unknown> | undefined> {
  const { world } = options;
  return await locked(id, async () => {
    const entry = (await world.journal.open()).find((one) => one.id === id);
    if (entry === undefined) return undefined;
    return await world.turn(() => carryOut(entry, stepsFor(entry, { ...earlier, allowSame }, options), world));
  });
}

/** One change at a time of one patient, and one process at a time for an entry. */
export const locked = <T>(name: string | undefined, work: () => Promise<T>): Promise<T> =>
  name === undefined ? work() : withLock(name, 'the same patient', work);

interface Earlier {
  entry: Entry;
  request: StoredRequest;
}

async function earlierOf(plan: Plan, { journal }: World): Promise<Earlier | undefined> {
  const open = await journal.open();
  const about = open.filter(
    (one) => one.request === plan.request || (plan.subject !== undefined && one.subject === plan.subject),
  );
  const same = about.find((one) => one.request === plan.request && isSameRow(one, plan));
  if (same !== undefined) return { entry: same, request: await journal.request(same) };
  // What nobody can be known by may be there several times.
  const other = plan.subject === undefined ? undefined : about.find((one) => one.subject === plan.subject);
  if (other !== undefined) throw openEarlier(other);
  return undefined;
}

/** Two equal rows of one import are two patients; anything else that is equal is one. */
const isSameRow = (entry: Entry, { row }: Plan) =>
  entry.row === row || entry.row === undefined || row === undefined || batchOf(entry.row) !== batchOf(row);

const batchOf = (row: string) => row.split(':')[0];
