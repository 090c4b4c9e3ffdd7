import { measureWords } from '../../contract/measure-hints.ts';
import type { MeasureName } from '../../contract/reconstruction.ts';
import type { LandmarkName } from '../morphable/morphable-model.ts';
import type { Lengths } from './lengths.ts';
import type { Scale } from './scale.ts';

/** The measures of a request, cm. */
export type Given = Readonly<Partial<Record<MeasureName, number>>>;

/** The measures that are given, in order. */
export const givenMeasures = (given: Given) =>
  (Object.entries(given) as [MeasureName, number | undefined][]).filter(
    (entry): entry is [MeasureName, number] => entry[1] !== undefined,
  );

const DISTANCES: Partial<Record<LandmarkName, MeasureName>> = {
  pupil_right: 'eye_distance',
  nipple_right: 'nipple_to_nipple',
};

/** The measure that sets the size; undefined if it was not given and a usual value is used. */
export function sizingMeasure(given: Given, { measure }: Pick<Scale, 'measure'>): MeasureName | undefined {
  if (measure === undefined) return undefined;
  const name = measure.kind === 'distance' ? DISTANCES[measure.from] : 'hipline';
  return name === undefined || given[name] === undefined ? undefined : name;
}

/** The model's value for a given measure; a hipline is a circumference or a width, whichever is nearer. */
function shownFor(name: MeasureName, cm: number, lengths: Lengths): number | undefined {
  return isWidth(name, cm, lengths) ? lengths.hip_width : lengths[name];
}

/** True if a given hipline is the width of the hips. */
export function isWidth(name: MeasureName, cm: number, { hipline, hip_width }: Lengths): boolean {
  if (name !== 'hipline' || hipline === undefined || hip_width === undefined) return false;
  return Math.abs(Math.log(cm / hip_width)) < Math.abs(Math.log(cm / hipline));
}

/**
 * The measures for the answer, cm, under the interface's names. A given measure stays as given, because the record is
 * the clinic's (the report tells where the model differs). Others are read from the model if a given measure set its
 * size.
 */
export function toldMeasures(given: Given, scale: Pick<Scale, 'measure'>, lengths: Lengths): Record<string, number> {
  const own = Object.fromEntries(givenMeasures(given));
  if (sizingMeasure(given, scale) === undefined) return own;
  const { hip_width: _, ...named } = lengths;
  return { ...named, ...own };
}

/** The given measures besides the one that sets the size, each with what the model shows. */
export function otherMeasures(given: Given, scale: Pick<Scale, 'measure'>, lengths: Lengths) {
  const sizing = sizingMeasure(given, scale);
  return givenMeasures(given).flatMap(([name, cm]) => {
    const shown = name === sizing ? undefined : shownFor(name, cm, lengths);
    return shown === undefined ? [] : [{ name, cm, shown }];
  });
}

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
  const tooMuch = `The ${scale.basis}${scale.basis.includes(',') ? ',' : ''} makes the person unusually ${oddity > 0 ? 'large' : 'small'}: check the number.`;
  const others = otherMeasures(given, scale, lengths).flatMap(({ name, cm, shown }) => {
    if (Math.abs(cm / shown - 1) <= AGREES) return [];
    const off = `${Math.round(Math.abs(cm / shown - 1) * 100)} % ${cm > shown ? 'more' : 'less'}`;
    return [
      `The given ${measureWords(name)} of ${cm} cm is ${off} than the ${shown} cm of the model, whose size comes from the ${scale.basis}: check both.`,
    ];
  });
  return [...(isFar ? [tooMuch] : []), ...others];
}
