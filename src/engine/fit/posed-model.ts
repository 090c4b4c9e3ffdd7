import type { MorphableModel } from '../morphable/morphable-model.ts';
import { jointPositions, positionsOf } from '../morphable/pose.ts';
import type { SurfacePoint } from '../morphable/surface-point.ts';
import type { Vec3 } from '../vector.ts';

/**
 * A model with given coefficients and joint angles. Metres, the model's own world.
 *
 * A joint turns its children about its own place: `T_j = T_parent · (x → R_j (x − p_j) + p_j)`, where `R = Rz·Ry·Rx` of
 * its three angles and `p_j` moves with the coefficients. Vertices follow by linear blending.
 */
export interface PosedModel {
  model: MorphableModel;
  byVertex: Float32Array;
  /** The surface before posing: mean + Σ coefficient · mode. */
  rest: Float64Array;
  positions: Float64Array;
  /** Per joint: row-major 3×3 and the shift of its transform, 12 numbers. */
  transforms: Float64Array;
  /** Per joint and axis X, Y, Z: the direction in the world about which that angle turns, 9 numbers. */
  axes: Float64Array;
  /** Per joint: its place in the pose. */
  pivots: Float64Array;
  /** Per joint and coefficient: the change of the transform's shift, joints × modes × 3. */
  shiftsPerMode: Float64Array;
}

/** The modes in another order, with all values of a vertex together: vertices × modes × 3. */
export function modesByVertex({ modes, regions }: MorphableModel): Float32Array {
  const sorted = new Float32Array(regions.length * modes.length * 3);
  // Some hundred vertices are copied at a time, so that reads and writes stay near each other in memory.
  for (let from = 0; from < regions.length; from += 128) {
    const to = Math.min(regions.length, from + 128);
    for (let k = 0; k < modes.length; k++) {
      const mode = modes[k]!;
      for (let v = from, o = (from * modes.length + k) * 3; v < to; v++, o += modes.length * 3) {
        sorted[o] = mode[v * 3]!;
        sorted[o + 1] = mode[v * 3 + 1]!;
        sorted[o + 2] = mode[v * 3 + 2]!;
      }
    }
  }
  return sorted;
}

/** Angles are three per joint, about X, Y and Z, radians. */
export function poseModel(
  model: MorphableModel,
  coefficients: Float64Array,
  angles: Float64Array,
  byVertex: Float32Array = modesByVertex(model),
): PosedModel {
  const rest = positionsOf(model, coefficients);
  const places = jointPositions(model, coefficients);
  const joints = model.joints.length;
  const modes = coefficients.length;
  const posed: PosedModel = {
    model,
    byVertex,
    rest,
    positions: new Float64Array(rest.length),
    transforms: new Float64Array(joints * 12),
    axes: new Float64Array(joints * 9),
    pivots: new Float64Array(joints * 3),
    shiftsPerMode: new Float64Array(joints * modes * 3),
  };
  for (let j = 0; j < joints; j++) placeJoint(posed, j, places[j]!, modes, angles);
  blend(posed);
  return posed;
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

function placeJoint(posed: PosedModel, j: number, place: Vec3, modes: number, angles: Float64Array): void {
  const { transforms, axes, pivots, shiftsPerMode } = posed;
  const { parent, perMode } = posed.model.joints[j]!;
  const above = parent < 0 ? IDENTITY : transforms.subarray(parent * 12, parent * 12 + 12);
  const [sx, cx] = [Math.sin(angles[j * 3]!), Math.cos(angles[j * 3]!)];
  const [sy, cy] = [Math.sin(angles[j * 3 + 1]!), Math.cos(angles[j * 3 + 1]!)];
  const [sz, cz] = [Math.sin(angles[j * 3 + 2]!), Math.cos(angles[j * 3 + 2]!)];
  const own = [
    ...[cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    ...[sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    ...[-sy, cy * sx, cy * cx],
  ];
  const axisX = [cz * cy, sz * cy, -sy];
  const axisY = [-sz, cz, 0];
  for (let r = 0; r < 3; r++) {
    const row = [above[r * 3]!, above[r * 3 + 1]!, above[r * 3 + 2]!] as const;
    const along = (v: ArrayLike<number>, at = 0, step = 1) =>
      row[0] * v[at]! + row[1] * v[at + step]! + row[2] * v[at + 2 * step]!;
    for (let c = 0; c < 3; c++) transforms[j * 12 + r * 3 + c] = along(own, c, 3);
    axes[j * 9 + r] = along(axisX);
    axes[j * 9 + 3 + r] = along(axisY);
    axes[j * 9 + 6 + r] = row[2];
    pivots[j * 3 + r] = along(place) + above[9 + r]!;
    const turned = (v: ArrayLike<number>) =>
      transforms[j * 12 + r * 3]! * v[0]! +
      transforms[j * 12 + r * 3 + 1]! * v[1]! +
      transforms[j * 12 + r * 3 + 2]! * v[2]!;
    transforms[j * 12 + 9 + r] = pivots[j * 3 + r]! - turned(place);
    for (let k = 0; k < modes; k++) {
      const carried = parent < 0 ? 0 : shiftsPerMode[(parent * modes + k) * 3 + r]!;
      const moved = perMode[k];
      shiftsPerMode[(j * modes + k) * 3 + r] = carried + (moved === undefined ? 0 : along(moved) - turned(moved));
    }
  }
}

function blend({ model, rest, positions, transforms }: PosedModel): void {
  const joints = model.joints.length;
  const { skinning } = model;
  const m = new Float64Array(12);
  for (let v = 0; v * 3 < rest.length; v++) {
    for (let i = 0; i < 12; i++) m[i] = 0;
    for (let j = 0; j < joints; j++) {
      const w = skinning[v * joints + j]!;
      if (w !== 0) for (let i = 0; i < 12; i++) m[i] = m[i]! + w * transforms[j * 12 + i]!;
    }
    const x = rest[v * 3]!;
    const y = rest[v * 3 + 1]!;
    const z = rest[v * 3 + 2]!;
    for (let r = 0; r < 3; r++) {
      positions[v * 3 + r] = m[r * 3]! * x + m[r * 3 + 1]! * y + m[r * 3 + 2]! * z + m[9 + r]!;
    }
  }
}

/**
 * Adds to `row` the change of the point along direction `g` with each of the first `modes` coefficients (`row[0…]`) and
 * with each of the angles listed in `turning` (joint · 3 + axis; `row[modes…]`).
 */
export function addShapeGradient(
  posed: PosedModel,
  { vertices, weights }: SurfacePoint,
  g: ArrayLike<number>,
  { modes, turning }: { modes: number; turning: readonly number[] },
  row: Float64Array,
): void {
  const { model, byVertex, rest, transforms: t, shiftsPerMode, pivots, axes } = posed;
  const joints = model.joints.length;
  const all = shiftsPerMode.length / (joints * 3);
  const perJoint = new Float64Array(joints * 4);
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i]!;
    const x = rest[v * 3]!;
    const y = rest[v * 3 + 1]!;
    const z = rest[v * 3 + 2]!;
    let gx = 0;
    let gy = 0;
    let gz = 0;
    for (let j = 0; j < joints; j++) {
      const w = weights[i]! * model.skinning[v * joints + j]!;
      if (w === 0) continue;
      const o = j * 12;
      gx += w * (t[o]! * g[0]! + t[o + 3]! * g[1]! + t[o + 6]! * g[2]!);
      gy += w * (t[o + 1]! * g[0]! + t[o + 4]! * g[1]! + t[o + 7]! * g[2]!);
      gz += w * (t[o + 2]! * g[0]! + t[o + 5]! * g[1]! + t[o + 8]! * g[2]!);
      for (let r = 0; r < 3; r++) {
        const at = t[o + r * 3]! * x + t[o + r * 3 + 1]! * y + t[o + r * 3 + 2]! * z + t[o + 9 + r]!;
        perJoint[j * 4 + r] = perJoint[j * 4 + r]! + w * at;
      }
      perJoint[j * 4 + 3] = perJoint[j * 4 + 3]! + w;
    }
    for (let k = 0, o = v * model.modes.length * 3; k < modes; k++, o += 3) {
      row[k] = row[k]! + gx * byVertex[o]! + gy * byVertex[o + 1]! + gz * byVertex[o + 2]!;
    }
  }
  for (let j = 0; j < joints; j++) {
    const w = perJoint[j * 4 + 3]!;
    if (w === 0) continue;
    for (let k = 0, s = j * all * 3; k < modes; k++, s += 3) {
      row[k] =
        row[k]! + w * (shiftsPerMode[s]! * g[0]! + shiftsPerMode[s + 1]! * g[1]! + shiftsPerMode[s + 2]! * g[2]!);
    }
  }
  // The children of a joint turn with it.
  for (let j = joints - 1; j > 0; j--) {
    const parent = model.joints[j]!.parent;
    for (let c = 0; c < 4; c++) perJoint[parent * 4 + c] = perJoint[parent * 4 + c]! + perJoint[j * 4 + c]!;
  }
  for (let a = 0; a < turning.length; a++) {
    const j = (turning[a]! / 3) | 0;
    const w = perJoint[j * 4 + 3]!;
    if (w === 0) continue;
    const qx = perJoint[j * 4]! - w * pivots[j * 3]!;
    const qy = perJoint[j * 4 + 1]! - w * pivots[j * 3 + 1]!;
    const qz = perJoint[j * 4 + 2]! - w * pivots[j * 3 + 2]!;
    const axis = turning[a]! * 3;
    row[modes + a] =
      row[modes + a]! +
      axes[axis]! * (qy * g[2]! - qz * g[1]!) +
      axes[axis + 1]! * (qz * g[0]! - qx * g[2]!) +
      axes[axis + 2]! * (qx * g[1]! - qy * g[0]!);
  }
}
