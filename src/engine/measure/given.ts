import type { MeasureName } from '../../contract/reconstruction.ts';
import type { LandmarkName } from '../morphable/morphable-model.ts';
import type { Lengths } from './lengths.ts';
import type { Scale } from './scale.ts';

/** The measures of a request, cm. */
export type Given = Readonly<Partial<Record<MeasureName, number>>>;

/** Those that are there, in turn. */
export const givenMeasures = (given: Given) =>
  (Object.entries(given) as [MeasureName, number | undefined][]).filter(
    (entry): entry is [MeasureName, number] => entry[1] !== undefined,
  );

const DISTANCES: Partial<Record<LandmarkName, MeasureName>> = {
  pupil_right: 'eye_distance',
  nipple_right: 'nipple_to_nipple',
};

/** The measure that the size comes from; undefined where it was not given, and a usual one stands for it. */
export function sizingMeasure(given: Given, { measure }: Pick<Scale, 'measure'>): MeasureName | undefined {
  if (measure === undefined) return undefined;
  const name = measure.kind === 'distance' ? DISTANCES[measure.from] : 'hipline';
  return name === undefined || given[name] === undefined ? undefined : name;
}

/** What the model shows of a given measure. A hipline is a circumference or a width, whichever is nearer: they do not meet. */
export function shownFor(name: MeasureName, cm: number, lengths: Lengths): number | undefined {
  return isWidth(name, cm, lengths) ? lengths.hip_width : lengths[name];
}

/** Whether a given hipline is the width of the hips. */
export function isWidth(name: MeasureName, cm: number, { hipline, hip_width }: Lengths): boolean {
  if (name !== 'hipline' || hipline === undefined || hip_width === undefined) return false;
  return Math.abs(Math.log(cm / hip_width)) < Math.abs(Math.log(cm / hipline));
}

/**
 * The measures of an answer, cm, under the interface's names: a given one as it was given, because the record is the clinic's
 * (the report says where the model differs); others as the model shows them, where a given one set its size.
 */
export function toldMeasures(given: Given, scale: Pick<Scale, 'measure'>, lengths: Lengths): Record<string, number> {
  const own = Object.fromEntries(givenMeasures(given));
  if (sizingMeasure(given, scale) === undefined) return own;
  const { hip_width: _, ...named } = lengths;
  return { ...named, ...own };
}
