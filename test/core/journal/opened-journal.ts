import { onTestFinished } from 'vitest';
import type { Entry, Plan, Step } from '../../../src/core/journal/entry.ts';
import { type Journal, openJournal } from '../../../src/core/journal/journal.ts';
import type { StoredRequest } from '../../../src/core/journal/request-store.ts';

/** A journal that is closed with its test. */
export async function openedJournal(...[options]: Parameters<typeof openJournal>) {
  const journal = await openJournal(options);
  onTestFinished(() => journal.close());
  return journal;
}

/** Keeps a request and plans the change that it is of. */
export async function planned(
  journal: Journal,
  plan: Plan,
  request: StoredRequest,
  step: Step,
): Promise<{ entry: Entry; request: StoredRequest }> {
  const unplanned = await journal.keepNew(request);
  try {
    return { entry: await unplanned.plan(plan, step), request: unplanned.request };
  } finally {
    await unplanned.leave();
  }
}
