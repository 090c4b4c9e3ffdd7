import { ReconError } from '../../errors.ts';
import { withLock } from '../../system/lock.ts';
import { beforeRequests } from '../disk-failure.ts';
import type { Deed, Entry, Plan } from '../journal/entry.ts';
import type { ChangeOf, StoredChange } from '../journal/stored-change.ts';
import { carryOut, keyUntilOf } from './carry-out.ts';
import { personMarks, planOf } from './change-marks.ts';
import type { Call, Run } from './run.ts';
import type { EndingOf } from './steps.ts';
import { stepsOf } from './steps-of.ts';
import { earlierUnfinished, nothingSent } from './unfinished-errors.ts';

/**
 * Writes a change down and carries it out, while no other process changes the same patient. Where an earlier run has
 * left the very same change open, that one is finished instead; where it left another one open, nothing is done.
 */
export async function begin<D extends Deed>(
  change: ChangeOf<D>,
  run: Run,
  call: Call,
  row?: string,
): Promise<EndingOf<D>> {
  const { journal } = run;
  const plan = planOf(change, row, run);
  return await locked(plan.subject, async () => {
    const earlier = await earlierOf(plan, subjectsOf(change, plan, run, call), run);
    const ending = earlier && (await finishEarlier(earlier, change, run, call));
    if (ending !== undefined) {
      if (row !== undefined && row !== earlier?.row && ending.patient !== undefined) {
        await journal.noteRow(row, ending.patient);
      }
      return ending;
    }
    // A look comes first and leaves no trace: where there is nothing to send, nothing is written down.
    const planned = await stepsOf(change, run, call)
      .plan({ row })
      .catch((error: unknown) => {
        throw row === undefined && error instanceof ReconError ? nothingSent(error) : error;
      });
    if ('ending' in planned) return planned.ending;
    // Of an import, other rows may have been sent.
    const early = <T>(work: () => Promise<T>) => (row === undefined ? beforeRequests(work) : work());
    // Saved before a sending slot is taken: no slot is held while the disk writes the photos.
    const unplanned = await early(() => journal.keepNew(change));
    try {
      return await call.turn(async () => {
        const { baseline, keyMemoryMs } = planned;
        const step = { state: 'sent', baseline, keyUntil: keyUntilOf(keyMemoryMs, run), inDoubt: false } as const;
        const entry = await early(() => unplanned.plan(plan, step));
        const steps = stepsOf(unplanned.change, run, call);
        // A change with a subject is locked already; one without is locked by its entry's id.
        const alone = plan.subject === undefined ? entry.id : undefined;
        return await locked(alone, () => carryOut(entry, { steps, run, call }, { isWritten: true }));
      });
    } finally {
      await unplanned.leave();
    }
  });
}

/** undefined where another process has ended it meanwhile: without a subject, only the entry itself is locked. */
async function finishEarlier<D extends Deed>(
  { id, patient }: Entry,
  change: ChangeOf<D>,
  run: Run,
  call: Call,
): Promise<EndingOf<D> | undefined> {
  // The kept request is used. Only `allowSame` comes from the new call: the person may have changed their mind.
  const kept = await run.journal.change({ id, patient, deed: change.deed });
  const earlier = 'allowSame' in change ? { ...kept, allowSame: change.allowSame } : kept;
  return await locked(id, async () => {
    const entry = (await run.journal.open()).find((one) => one.id === id);
    if (entry === undefined) return undefined;
    const steps = stepsOf(earlier, run, call);
    return await call.turn(() => carryOut(entry, { steps, run, call }));
  });
}

/** One change at a time of one patient, and one process at a time for an entry. */
export const locked = <T>(name: string | undefined, work: () => Promise<T>): Promise<T> =>
  name === undefined ? work() : withLock(name, 'the same patient', work);

/** The subjects under which an earlier version may have left a change of the same patient open, and today's. */
const subjectsOf = (change: StoredChange, { subject }: Plan, run: Run, { alsoNamed }: Call) =>
  change.deed === 'create' ? personMarks(change.patient, run, alsoNamed) : [subject];

async function earlierOf(plan: Plan, subjects: (string | undefined)[], { journal }: Run): Promise<Entry | undefined> {
  const open = await journal.open();
  const same = open.find((one) => one.request === plan.request && isSameRow(one, plan));
  // Changes without a subject may be open several times.
  const other = open.find(({ subject }) => subject !== undefined && subjects.includes(subject));
  if (same === undefined && other !== undefined) throw earlierUnfinished(other);
  return same;
}

/** Two equal rows of one import are two patients; anything else that is equal is one. */
const isSameRow = (entry: Entry, { row }: Plan) =>
  entry.row === row || entry.row === undefined || row === undefined || batchOf(entry.row) !== batchOf(row);

const batchOf = (row: string) => row.split(':')[0];
