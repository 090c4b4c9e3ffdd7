import { onTestFinished } from 'vitest';
import type { Deed, Entry, Plan, Step } from '../../../src/core/journal/entry.ts';
import { type Journal, openJournal } from '../../../src/core/journal/journal.ts';
import type { ChangeOf } from '../../../src/core/journal/stored-change.ts';

/** A journal that is closed with its test. */
export async function openedJournal(...[options]: Parameters<typeof openJournal>) {
  const journal = await openJournal(options);
  onTestFinished(() => journal.close());
  return journal;
}

/** Keeps a change and plans it. */
export async function planned<D extends Deed>(
  journal: Journal,
  plan: Plan,
  change: ChangeOf<D>,
  step: Step,
): Promise<{ entry: Entry; change: ChangeOf<D> }> {
  const unplanned = await journal.keepNew(change);
  try {
    return { entry: await unplanned.plan(plan, step), change: unplanned.change };
  } finally {
    await unplanned.leave();
  }
}
