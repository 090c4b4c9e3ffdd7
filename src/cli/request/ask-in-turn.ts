import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { WentBack } from '../io/way-back.ts';

/** Puts an answer into the draft. `earlier` is the draft with the answer that somebody came back to change. */
export type Question = (earlier: Draft | undefined) => Promise<unknown>;

/** Gives the question that comes after so many, or undefined where nothing is left to ask. */
export type NextQuestion = (asked: number) => Question | undefined;

interface Asked {
  before: Draft;
  after: Draft;
}

/**
 * Asks one question after another, and the one before again for somebody who goes back: what came after it is asked anew.
 * @returns whether there was any
 */
export async function askInTurn(draft: Draft, next: NextQuestion, context: Context): Promise<boolean> {
  const { askFrom } = await context.prompt();
  const asked: Asked[] = [];
  let wasAny = false;
  let earlier: Draft | undefined;
  for (let question = next(0); question !== undefined; question = next(asked.length)) {
    const ask = question;
    const before = structuredClone(draft);
    wasAny = true;
    try {
      const wasAnswered = await askFrom(asked.length > 0, () => ask(earlier));
      // A look at photos may answer by itself; nobody goes back to that.
      if (wasAnswered) asked.push({ before, after: structuredClone(draft) });
      earlier = undefined;
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
      const last = asked.pop()!;
      putBack(draft, last.before);
      earlier = last.after;
    }
  }
  return wasAny;
}

function putBack(draft: Draft, before: Draft): void {
  for (const key of Object.keys(draft)) delete draft[key as keyof Draft];
  Object.assign(draft, before);
}
