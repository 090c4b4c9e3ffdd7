import type { MorphableModel } from '../../../src/engine/morphable/morphable-model.ts';

/** Hardly any person is further from the mean than this, in standard deviations. */
const FARTHEST = 2.5;

/** Coefficients of a random person: normal, clipped. `random` returns numbers from 0 to below 1. */
export function samplePerson({ modes }: MorphableModel, random: () => number): Float64Array {
  return Float64Array.from(modes, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const value = radius * Math.cos(2 * Math.PI * random());
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  });
}
