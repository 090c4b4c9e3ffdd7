import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { type Given, givenMeasures, shownFor, sizingMeasure } from './given.ts';
import type { Lengths } from './lengths.ts';
import type { Scale } from './scale.ts';

/** A second measure may differ from the model, whose size comes from the first, by this share. */
const AGREES = 0.05;

/**
 * How much larger than usual people of this shape (natural logarithm) a right measure makes the person at most. Photos have
 * no size of their own: all they tell is how size goes with shape. Right measures of 6 people from their photos and of 8
 * people of the model from their outlines: bodies −0.08 to 0.11, trunks −0.14 to 0.08, heads −0.02 to 0.02. A hipline 15 %
 * too large adds 0.14; a distance on a trunk or head mostly bends the shape instead (half and a tenth of the error).
 */
const USUAL: Record<ReconstructionType, number> = { body: 0.13, mammo: 0.16, face: 0.05 };

/**
 * Sentences on measures that contradict the photos or each other.
 *
 * @param growth by which the measure made the person larger than usual people of this shape; 1 where it fits them
 */
export function doubtfulMeasures(
  type: ReconstructionType,
  given: Given,
  { lengths, scale, growth }: { lengths: Lengths; scale: Scale; growth: number },
): string[] {
  const sizing = sizingMeasure(given, scale);
  if (sizing === undefined) return [];
  const isFar = Math.abs(Math.log(growth)) > USUAL[type];
  const tooMuch = `The ${scale.basis} makes the person much ${growth > 1 ? 'larger' : 'smaller'} than the photos suggest: check the number.`;
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
