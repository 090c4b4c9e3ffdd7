import { isSmallWarning, SMALL_WARNING } from '../../photo/examine.ts';
import { type ListProblem, placesText, problemLines } from './problem-lines.ts';

/** So many patients with small photos are named. */
const PLACES_NAMED = 3;

/**
 * The warnings of a list, each kind once. A camera makes all photos small, so these are told in one line, the last;
 * `details` tells of each of them.
 */
export function warningLines(warnings: readonly ListProblem[]): { lines: string[]; details: string[] } {
  const small = warnings.filter(({ text }) => isSmallWarning(text));
  if (small.length < 2) return { lines: problemLines(warnings), details: [] };
  const others = warnings.filter(({ text }) => !isSmallWarning(text));
  const places = [...new Set(small.flatMap(({ place }) => place ?? []))];
  const line = `${small.length} photos of ${placesText(places, PLACES_NAMED)} are small; ${SMALL_WARNING}`;
  return { lines: [...problemLines(others), line], details: problemLines(small) };
}
