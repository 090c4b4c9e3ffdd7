import { type Given, givenMeasures, shownFor, sizingMeasure } from './given.ts';
import type { Lengths } from './lengths.ts';
import type { Scale } from './scale.ts';

/** A second measure may differ by this share from the model, whose size comes from the first. */
const AGREES = 0.05;

/** One person in 28 is further from the usual than this, in standard deviations. */
const UNUSUAL = 2.1;

/**
 * Warnings about measures that contradict the photos or each other.
 *
 * @param oddity how unusual the person's size is by the measure, in standard deviations; see `unusual-size.ts`
 */
export function doubtfulMeasures(
  given: Given,
  { lengths, scale, oddity }: { lengths: Lengths; scale: Scale; oddity: number },
): string[] {
  const sizing = sizingMeasure(given, scale);
  if (sizing === undefined) return [];
  const isFar = Math.abs(oddity) > UNUSUAL;
  const tooMuch = `The ${scale.basis} makes the person unusually ${oddity > 0 ? 'large' : 'small'}: check the number.`;
  const others = givenMeasures(given).flatMap(([name, cm]) => {
    const shown = name === sizing ? undefined : shownFor(name, cm, lengths);
    if (shown === undefined || Math.abs(cm / shown - 1) <= AGREES) return [];
    const off = `${Math.round(Math.abs(cm / shown - 1) * 100)} % ${cm > shown ? 'more' : 'less'}`;
    return [
      `The given ${name} of ${cm} cm is ${off} than the ${shown} cm of the model, whose size comes from the ${scale.basis}: check both.`,
    ];
  });
  return [...(isFar ? [tooMuch] : []), ...others];
}
