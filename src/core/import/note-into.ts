import type { Advice } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { CheckedRow } from './checked-row.ts';
import type { Outcomes, RowOutcome } from './outcomes.ts';
import type { ListProblem } from './problem-lines.ts';

export type Note = (row: Pick<CheckedRow, 'number' | 'place'>, outcome: RowOutcome) => void;

/** `differing` is by the row's number. */
export function noteInto(into: { outcomes: Outcomes; failures: ListProblem[]; differing: Map<number, Advice> }): Note {
  return ({ number, place }, outcome) => {
    into.outcomes.note(number, outcome);
    const { status, error, differs, lacksSize, waitsFor } = outcome;
    if (status === 'failed' || status === 'unknown' || lacksSize === true)
      into.failures.push({
        place,
        text: lineText(error ?? status),
        ...(waitsFor && status === 'failed' && { waitsFor }),
      });
    if (differs === true && typeof error === 'object') into.differing.set(number, inRow(place, error));
  };
}

/** Rows end in any order. */
export const linesOf = (differing: ReadonlyMap<number, Advice>): Advice[] =>
  [...differing].toSorted(([a], [b]) => a - b).map(([, line]) => line);

const inRow = (place: string, { before = '', ...advice }: Advice): Advice => ({
  before: `${place}: ${before}`,
  ...advice,
});
