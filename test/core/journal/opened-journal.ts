import { onTestFinished } from 'vitest';
import { openJournal } from '../../../src/core/journal/journal.ts';

/** A journal that is closed with its test. */
export async function openedJournal(...[options]: Parameters<typeof openJournal>) {
  const journal = await openJournal(options);
  onTestFinished(() => journal.close());
  return journal;
}
