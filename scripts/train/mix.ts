import type { HalfMode } from '../../src/engine/morphable/half-model.ts';
import { opposedChange } from './learn.ts';
import { principalModes } from './principal.ts';
import type { RealOnTemplate } from './real-samples.ts';

/** The share in the models in use. */
export const REAL_SHARE = 0.95;

/** How both sources are put together. */
export interface Mix {
  /** Share of people who are as the real heads, 0 to 1; the others are as the population. */
  realShare: number;
  symmetric: number;
  opposed: number;
}

/**
 * Mean and modes of a mixture: `realShare` of people have a real head on a trunk and neck of the population, the others
 * are of the population altogether. Mean and covariance are the mixture's own: those within both kinds, and the way from
 * one kind's mean to the other's; then principal components.
 *
 * Surfaces fitted by 32 / 60 / 120 modes, mean of the face in mm (40 real heads of all modes; 20 people left out):
 * population alone 2.34 / 1.91 / 1.56 and 1.63 / 1.12 / 0.57, real heads alone 1.01 / 0.58 / 0.21 and 3.36 / 2.71 / 2.22,
 * a share of 0.6 1.26 / 0.80 / 0.40 and 1.85 / 1.31 / 0.80. As the only space, in photos, real heads gain by it (six photos:
 * faces 0.69 instead of 0.99, with 0.3 0.74) and synthetic people lose (1.61 instead of 1.02, with 0.3 1.5 instead of
 * 0.97). So it stands beside the population's, and the photos choose (`fit/fit-model.ts`).
 *
 * Since shoulders count less (`fit/trust.ts`) a share of 0.95 is in use instead of 0.8. Faces, and the rest of the heads, in means:
 *
 *   three photos, share   0.8            0.95
 *   24 real heads         1.01 / 2.14    0.97 / 2.00
 *   40 more               1.21 / 2.44    1.19 / 2.37
 *   nine synthetic        1.48 / 3.63    1.50 / 4.08
 *   nine other            1.85 / 3.67    1.91 / 3.74
 *
 * Medians of the same 40 heads and their faces: 1.12 and 1.07 from three photos (the mean head 1.58), 0.69 and 0.66 from six.
 */
export function mixModes(
  samples: readonly Float64Array[],
  real: RealOnTemplate,
  weights: Float64Array,
  { realShare, symmetric, opposed }: Mix,
) {
  const n = samples.length;
  const mean = new Float64Array(real.mean.length);
  for (const sample of samples) {
    for (let i = 0; i < mean.length; i++) mean[i]! += sample[i]! / n;
  }
  const changes = samples.map((sample) => sample.map((value, i) => (value - mean[i]!) / Math.sqrt(n)));
  const below = (i: number) => 1 - real.known[Math.floor(i / 3)]!;
  /** Where real heads are unknown they are on the population's mean person. */
  const realMean = real.mean.map((value, i) => value + below(i) * (mean[i]! - real.mean[i]!));
  const [ofReal, ofOthers] = [Math.sqrt(realShare), Math.sqrt(1 - realShare)];
  const between = realMean.map((value, i) => ofReal * ofOthers * (value - mean[i]!));
  const mixed = mean.map((value, i) => value + realShare * (realMean[i]! - value));
  const group = (way: 1 | -1, own: readonly Float64Array[]) => [
    ...real.modes.filter((mode) => mode.way === way).map(({ vectors }) => vectors.map((value) => value * ofReal)),
    ...own.map((change) => change.map((value, i) => value * ofReal * below(i))),
    ...(realShare < 1 ? own.map((change) => change.map((value) => value * ofOthers)) : []),
  ];
  const alike = [...group(1, changes), ...(realShare < 1 ? [between] : [])];
  const against = group(
    -1,
    changes.map((change) => opposedChange(mean, change)),
  );
  const modes: HalfMode[] = [
    ...learnt(alike, weights, symmetric).map((vectors): HalfMode => ({ way: 1, vectors })),
    ...learnt(against, weights, opposed).map((vectors): HalfMode => ({ way: -1, vectors })),
  ];
  const size = ({ vectors }: HalfMode) =>
    Float64Array.from(vectors).reduce((sum, value, i) => sum + (value * weights[i]!) ** 2, 0);
  const sorted = modes.map((mode) => ({ mode, size: size(mode) })).sort((a, b) => b.size - a.size);
  return { mean: mixed, modes: sorted.map(({ mode }) => mode) };
}

const learnt = (parts: readonly Float64Array[], weights: Float64Array, wanted: number) =>
  principalModes(
    parts.map((part) => part.map((value) => value * Math.sqrt(parts.length))),
    weights,
    wanted,
  );
