import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { WentBack } from '../io/way-back.ts';

/** Puts an answer into the draft. `earlier` is the draft with the answer that was given before somebody went back. */
export type Question = (earlier: Draft | undefined) => Promise<unknown>;

/** The question after so many answers; undefined where nothing is left to ask. */
export type NextQuestion = (answered: number) => Question | undefined;

/**
 * Asks one question after another. Somebody may go back to the one before; what came after it is then asked again, with
 * the answers that were given.
 * @returns whether anything was asked
 */
export async function askInTurn(draft: Draft, next: NextQuestion, context: Context): Promise<boolean> {
  const { askFrom } = await context.prompt();
  /** The draft as it was before each question that was answered. */
  const before: Draft[] = [];
  /** The draft as it was after each of them, also after those that somebody went back over. */
  const after: Draft[] = [];
  for (let wasAsked = false; ; wasAsked = true) {
    const question = next(before.length);
    if (question === undefined) return wasAsked;
    const now = structuredClone(draft);
    try {
      const wasAnswered = await askFrom(before.length > 0, () => question(after[before.length]));
      // A look at photos may answer by itself; nobody goes back to that.
      if (!wasAnswered) continue;
      after[before.length] = structuredClone(draft);
      before.push(now);
    } catch (error) {
      const last = before.pop();
      // Of the first question here, the one before it is further out.
      if (!(error instanceof WentBack) || last === undefined) throw error;
      putBack(draft, last);
    }
  }
}

/** Makes a draft what it was. */
export function putBack(draft: Draft, before: Draft): void {
  for (const key of Object.keys(draft)) delete draft[key as keyof Draft];
  Object.assign(draft, before);
}
