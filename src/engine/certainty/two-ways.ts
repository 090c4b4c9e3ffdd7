import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { FitView } from '../fit/fit-types.ts';
import { type Given, otherMeasures } from '../measure/given.ts';
import type { Lengths } from '../measure/lengths.ts';
import type { Scale } from '../measure/scale.ts';

/** Diameter of an iris, cm: 11.7 ± 0.5 mm, the same in all adults. */
const IRIS_CM = 1.17;

/** Two ways to the same number, and the logarithm of their ratio. */
export interface TwoWays {
  /** Of the number, in words. */
  what: 'eye_distance' | 'measure';
  apart: number;
}

/** The distance of the pupils that their irises tell, cm; undefined where none were found. */
export function eyeDistanceByIris(views: readonly FitView[]): number | undefined {
  const marks = views.find(({ view }) => view === 'front')?.landmarks ?? [];
  const [right, left] = (['pupil_right', 'pupil_left'] as const).map((name) => marks.find((one) => one.name === name));
  if (right?.radiusPx === undefined || left?.radiusPx === undefined) return undefined;
  const spacing = Math.hypot(left.xPx - right.xPx, left.yPx - right.yPx);
  return (spacing / (left.radiusPx + right.radiusPx)) * IRIS_CM;
}

/** Every number that is known in two ways: the pupils' distance, and measures besides the one that sets the size. */
export function twoWays(
  type: ReconstructionType,
  given: Given,
  { scale, lengths, views }: { scale: Scale; lengths: Lengths; views: readonly FitView[] },
): TwoWays[] {
  const found: TwoWays[] = otherMeasures(given, scale, lengths).map(({ cm, shown }) => ({
    what: 'measure',
    apart: Math.log(cm / shown),
  }));
  const byIris = type === 'face' ? eyeDistanceByIris(views) : undefined;
  if (byIris !== undefined && given.eye_distance !== undefined) {
    found.push({ what: 'eye_distance', apart: Math.log(given.eye_distance / byIris) });
  }
  return found;
}
