import type { Advice } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { CheckedRow } from './checked-row.ts';
import type { Outcomes, RowOutcome } from './outcomes.ts';
import type { ListProblem } from './problem-lines.ts';

export type Note = (row: Pick<CheckedRow, 'number' | 'place'>, outcome: RowOutcome) => void;

/** `differing` is by the row's number. */
export function noteInto(into: {
  outcomes: Outcomes;
  failures: ListProblem[];
  differing: Map<number, Advice>;
  namesakes: Map<number, Beside>;
}): Note {
  return ({ number, place }, outcome) => {
    into.outcomes.note(number, outcome);
    const { status, error, differs, lacksSize, waitsFor, namesakes, id } = outcome;
    if (namesakes !== undefined) into.namesakes.set(number, { place, id, there: namesakes });
    if (status === 'failed' || status === 'unknown' || lacksSize === true)
      into.failures.push({
        place,
        text: lineText(error ?? status),
        ...(waitsFor && status === 'failed' && { waitsFor }),
      });
    if (differs === true && typeof error === 'object') into.differing.set(number, inRow(place, error));
  };
}

/** A row whose person is new, `id` where that one is made, and who was there with the same name. */
export interface Beside {
  place: string;
  id: string | undefined;
  there: readonly string[];
}

/** In the order of the list, without those whom the list itself has made. */
export function besideOf(namesakes: ReadonlyMap<number, Beside>, isMade: (id: string) => boolean): Beside[] {
  return [...namesakes]
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => ({ ...one, there: one.there.filter((id) => !isMade(id)) }))
    .filter(({ there }) => there.length > 0);
}

/** Rows end in any order. */
export const linesOf = (differing: ReadonlyMap<number, Advice>): Advice[] =>
  [...differing].toSorted(([a], [b]) => a - b).map(([, line]) => line);

const inRow = (place: string, { before = '', ...advice }: Advice): Advice => ({
  before: `${place}: ${before}`,
  ...advice,
});
