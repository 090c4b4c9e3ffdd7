import type { Draft } from '../../core/draft.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Choice, Prompt } from '../io/prompt.ts';
import { cutCell, loadTextWidth, padCell } from '../io/text-width.ts';
import { WentBack } from '../io/way-back.ts';
import { COLUMN_GAP } from '../output/fit-columns.ts';
import { printable } from '../output/printable.ts';
import { putBack } from './ask-in-turn.ts';

/** One answer, as it is shown, and the question that changes it. */
export interface Answer {
  label: string;
  value: string;
  change(): Promise<unknown>;
}

export interface Review {
  /** What the answers are put into. */
  draft: Draft;
  question: string;
  /** The line that ends it: what then happens; undefined while nothing can. */
  go(): string | undefined;
  /**
   * The line that ends it is marked after each answer: it sends nothing yet, and most people change one thing. The question
   * is then what is to be changed, not whether all is right.
   */
  marksEnd?: boolean;
  /** The line that goes back to what was asked before; none where there is nothing. */
  back?: string;
  /** The answers as they are now. */
  answers(): readonly Answer[];
}

/** The last line of a list of answers. */
export const LEAVE = 'No, leave; nothing is sent';

const GO_BACK = { value: 'back', help: 'Esc goes back' } as const;
/** A key alone loses none of many answers. */
const ASK_TO_LEAVE = { value: 'escape', help: 'Esc asks to leave' } as const;

/** The mark of the chosen line, and one cell so that nothing is broken. */
export const CELLS_BESIDE = 3;

/**
 * Shows all answers in a list. The one that a person chooses is asked again, until they are right.
 * @returns false where the person goes back
 * @throws ReconError `declined` where the person leaves
 */
export async function review(
  { draft, question, go, marksEnd = false, back, answers }: Review,
  context: Context,
): Promise<boolean> {
  const prompt = await context.prompt();
  let last: Marked | undefined;
  for (;;) {
    const now = answers();
    const lines = await linesOf(now, context.streams.columns() - CELLS_BESIDE);
    const end = go();
    const choices: Choice<Answer | 'go' | 'back' | 'leave' | 'escape'>[] = [
      ...(end === undefined ? [] : [{ value: 'go', name: end } as const]),
      ...now.map((answer, at) => ({
        value: answer,
        ...lines[at]!,
        short: marksEnd ? answer.label : `No, asked again: ${answer.label}`,
      })),
      ...(back === undefined ? [] : [{ value: 'back', name: back } as const]),
      { value: 'leave', name: LEAVE },
    ];
    const chosen = await prompt.choose(question, choices, {
      help: 'arrow keys and letters move; Enter on an answer asks it again',
      mark: last === undefined || (marksEnd && !last.wasLeft) ? undefined : markAfter(last, now),
      onEscape: back !== undefined ? GO_BACK : end === undefined ? undefined : ASK_TO_LEAVE,
    });
    if (chosen === 'go' || chosen === 'back') return chosen === 'go';
    if (chosen === 'escape' && !(await prompt.confirm('Leave? Nothing is sent, and these answers are lost.'))) continue;
    if (chosen === 'leave' || chosen === 'escape') throw new ReconError('declined', 'nothing was sent');
    const at = now.indexOf(chosen);
    last = { label: chosen.label, at, wasLeft: !(await changeAnswer(chosen, draft, prompt)) };
  }
}

/** The answer that was asked again, and its place then. */
interface Marked {
  label: string;
  at: number;
  /** Somebody went back from it. */
  wasLeft: boolean;
}

/** The mark stays at that answer, or where it was: never on the line that sends. New answers may stand before it now. */
const markAfter = ({ label, at }: Marked, now: readonly Answer[]): Answer | undefined =>
  now.slice(at).find((one) => one.label === label) ?? now[at] ?? now.at(-1);

/** Somebody who goes back changes nothing. @returns whether it was answered */
async function changeAnswer(chosen: Answer, draft: Draft, prompt: Prompt): Promise<boolean> {
  const before = structuredClone(draft);
  try {
    await prompt.askBehind(() => chosen.change());
    return true;
  } catch (error) {
    if (!(error instanceof WentBack)) throw error;
    putBack(draft, before);
    return false;
  }
}

/** The whole lines, which a plain question reads out, and as they are drawn in `cells`. */
async function linesOf(answers: readonly Answer[], cells: number): Promise<{ name: string; drawn: string }[]> {
  const shown = answers.map(({ label, value }) => ({ label, value: printable(value) }));
  const textWidth = await loadTextWidth(shown.flatMap(({ label, value }) => [label, value]));
  const labelCells = Math.max(...shown.map(({ label }) => textWidth(label))) + COLUMN_GAP;
  return shown.map(({ label, value }) => {
    const name = padCell(label, labelCells, textWidth) + value;
    return { name, drawn: cutCell(name, cells, textWidth) };
  });
}
