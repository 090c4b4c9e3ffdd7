import type { MorphableModel } from './morphable-model.ts';

/** Farther from the mean than this, in standard deviations, hardly anybody is. */
const FARTHEST = 2.5;

/** Coefficients of somebody new: normal, clipped. `random` gives numbers from 0 to below 1. */
export function samplePerson({ modes }: MorphableModel, random: () => number): Float64Array {
  return Float64Array.from(modes, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const value = radius * Math.cos(2 * Math.PI * random());
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  });
}
