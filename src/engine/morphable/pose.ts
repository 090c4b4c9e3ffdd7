import type { Vec3 } from '../vector.ts';
import type { MorphableModel } from './morphable-model.ts';

/** Positions of a person in the pose of the mean: `mean + Σ coefficient · mode`. Missing coefficients are 0. */
export function shapeOf({ mean, modes }: MorphableModel, coefficients: ArrayLike<number>): Float64Array {
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

/**
 * Turns each joint, and what it carries, by angles (x, y, z per joint, radians) about the world's axes as they are in
 * its parent: first about X, then Y, then Z (`R = Rz·Ry·Rx`). Linear blend skinning: a vertex is the weighted mean of where its joints
 * would take it.
 */
export function posed(
  { joints, skinning }: MorphableModel,
  positions: Float64Array,
  at: readonly Vec3[],
  angles: ArrayLike<number>,
): Float64Array {
  const moves: number[][] = [];
  joints.forEach(({ parent }, j) => {
    const own = turnAbout(at[j]!, angles[j * 3] ?? 0, angles[j * 3 + 1] ?? 0, angles[j * 3 + 2] ?? 0);
    moves.push(parent < 0 ? own : after(moves[parent]!, own));
  });
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length / 3; i++) {
    const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
    for (let j = 0; j < joints.length; j++) {
      const weight = skinning[i * joints.length + j]!;
      if (weight === 0) continue;
      const m = moves[j]!;
      for (let c = 0; c < 3; c++) {
        const to = m[c * 4]! * x + m[c * 4 + 1]! * y + m[c * 4 + 2]! * z + m[c * 4 + 3]!;
        out[i * 3 + c] = out[i * 3 + c]! + weight * to;
      }
    }
  }
  return out;
}

/** Row-major 3×4: turns about X, then Y, then Z, about a point that stays. */
function turnAbout([px, py, pz]: Vec3, ax: number, ay: number, az: number): number[] {
  const [sx, cx, sy, cy, sz, cz] = [Math.sin(ax), Math.cos(ax), Math.sin(ay), Math.cos(ay), Math.sin(az), Math.cos(az)];
  const r = [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx];
  r.push(sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx);
  r.push(-sy, cy * sx, cy * cx);
  const stay = (row: number, p: number) => p - r[row * 3]! * px - r[row * 3 + 1]! * py - r[row * 3 + 2]! * pz;
  const m: number[] = [];
  [px, py, pz].forEach((p, row) => {
    m.push(r[row * 3]!, r[row * 3 + 1]!, r[row * 3 + 2]!, stay(row, p));
  });
  return m;
}

/** First `inner`, then `outer`. */
function after(outer: readonly number[], inner: readonly number[]): number[] {
  const m: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let c = 0; c < 4; c++) {
      let sum = c === 3 ? outer[row * 4 + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += outer[row * 4 + k]! * inner[k * 4 + c]!;
      m.push(sum);
    }
  }
  return m;
}
