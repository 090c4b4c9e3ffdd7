import { isSmallWarning, SMALL_WARNING } from '../../photo/examine.ts';
import { type ListProblem, placesText, problemLines } from './problem-lines.ts';

/** So many patients with small photos are named. */
const PLACES_NAMED = 3;
/** A warning of an odd value whose row is not sent. */
export const wouldBeSent = (warning: string): string => warning.replace(SENT, '$1 would be sent');

/** The same of a row that was sent, perhaps by an earlier run. */
export const wasSent = (warning: string): string => warning.replace(SENT, '$1 was sent');

/** The end of a warning of a value that is odd. */
const SENT = /\b(it|and) is sent(?= (?:as it is|with it|without a plus)$)/;

/**
 * The warnings of a list, each kind once. A camera makes all photos small, so these are told in one line, the last;
 * `details` tells of each of them. `wouldBe`: nothing is sent, by a dry run or for the problems of the list;
 * of a row with a problem that is so in any case.
 */
export function warningLines(
  warnings: readonly ListProblem[],
  { wouldBe = false } = {},
): { lines: string[]; details: string[] } {
  const linesOf = (some: readonly ListProblem[]) =>
    problemLines(some.map((one) => (wouldBe || one.isRefused ? { ...one, text: wouldBeSent(one.text) } : one)));
  const small = warnings.filter(({ text }) => isSmallWarning(text));
  if (small.length < 2) return { lines: linesOf(warnings), details: [] };
  const others = warnings.filter(({ text }) => !isSmallWarning(text));
  const places = [...new Set(small.flatMap(({ place }) => place ?? []))];
  const line = `${small.length} photos of ${placesText(places, PLACES_NAMED)} are small; ${SMALL_WARNING}`;
  return { lines: [...linesOf(others), line], details: problemLines(small) };
}
