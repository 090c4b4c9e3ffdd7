import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { WentBack } from '../io/way-back.ts';

/** Puts an answer into the draft. `earlier` has the answers that were given before somebody went back. */
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
  let earlier: Draft | undefined;
  for (let wasAsked = false; ; wasAsked = true) {
    const question = next(before.length);
    if (question === undefined) return wasAsked;
    const now = structuredClone(draft);
    try {
      const wasAnswered = await askFrom(before.length > 0, () => question(earlier));
      // A look at photos may answer by itself; nobody goes back to that.
      if (wasAnswered) before.push(now);
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
      earlier = withAnswers(earlier, now);
      putBack(draft, before.pop()!);
    }
  }
}

/** The newest answer to each question. Photos and measures of one kind are none of another. */
function withAnswers(earlier: Draft | undefined, now: Draft): Draft {
  if (earlier === undefined) return now;
  const patient = { ...earlier.patient, ...now.patient };
  if (now.type !== undefined && now.type !== earlier.type) return { ...now, patient };
  const photos = { ...earlier.photos, ...now.photos };
  const measures = { ...earlier.measures, ...now.measures };
  return { ...earlier, ...now, patient, photos, measures };
}

function putBack(draft: Draft, before: Draft): void {
  for (const key of Object.keys(draft)) delete draft[key as keyof Draft];
  Object.assign(draft, before);
}
