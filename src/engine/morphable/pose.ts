import type { Vec3 } from '../vector.ts';
import type { MorphableModel } from './morphable-model.ts';

/** Positions of a person in the pose of the mean: `mean + Σ coefficient · mode`. Missing coefficients are 0. */
export function positionsOf({ mean, modes }: MorphableModel, coefficients: ArrayLike<number>): Float64Array {
  const out = mean.positions.slice();
  for (let k = 0; k < Math.min(modes.length, coefficients.length); k++) {
    const share = coefficients[k]!;
    if (share === 0) continue;
    const mode = modes[k]!;
    for (let i = 0; i < out.length; i++) out[i] = out[i]! + share * mode[i]!;
  }
  return out;
}

export function jointPositions({ joints }: MorphableModel, coefficients: ArrayLike<number>): Vec3[] {
  return joints.map(({ base, perMode }) => {
    const at: [number, number, number] = [...base];
    for (let k = 0; k < Math.min(perMode.length, coefficients.length); k++) {
      for (let c = 0; c < 3; c++) at[c] = at[c]! + coefficients[k]! * perMode[k]![c]!;
    }
    return at;
  });
}
