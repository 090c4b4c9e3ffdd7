import { UNTIL_THE_END } from '../../contract/viewer.ts';

/** A computer that sleeps breaks what is open, and its program is still there. */
const MOST_MISSES = 2;
const BETWEEN_MS = 150;

/** Resolves as soon as the program that shows this page has ended, however it did. */
export async function programEnd(): Promise<void> {
  for (let misses = 0; misses < MOST_MISSES; misses++) {
    const answer = await fetch(UNTIL_THE_END).catch(() => undefined);
    // Another program may have the address by now.
    if (answer?.ok === false) return;
    if (answer !== undefined) {
      misses = -1;
      await answer.text().catch(() => undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}
