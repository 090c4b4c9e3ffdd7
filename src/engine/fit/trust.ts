import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { type LandmarkName, type MorphableModel, REGION } from '../morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../morphable/surface-point.ts';
import { boundsOf } from '../surface/mesh.ts';
import type { FitPlan } from './stages.ts';

/** The weight of the photo's outline, per vertex of the model, 0 to 1. */
export interface Trust {
  /** The weight if the model lies outside the photo's outline. */
  outside: Float64Array;
  /** The weight if the model lies inside: hair and clothes stand off the body. */
  inside: Float64Array;
  /** Both weights are multiplied by this in side photos. */
  fromSide: Float64Array;
  /** 1 where hair grows. */
  scalp: Uint8Array;
}

/** With hair at full weight faces (six photos): 1.63, not 1.36 mm. */
const UNDER_HAIR = 0.5;
/** A cut end is flat and at the model's top or bottom; tolerance in metres. */
const FLAT = 5e-4;

/**
 * Whether a region is beside the part that is asked for. Arms hang freely and tell little of a trunk. Shoulders and neck tell
 * little of a head: whose they are and how they are held is what the modes show worst.
 *
 * Faces / rest of the heads by their weight, means in mm, of 24 heads drawn from real ones (25 with six photos), nine synthetic
 * people and nine of another family:
 *
 *   three photos, 80 modes   0.2   1.01 / 2.14   1.48 / 3.63   1.85 / 3.67
 *                            0.35  1.00 / 2.20   1.47 / 3.73   1.89 / 3.76
 *                            0.5   1.00 / 2.32   1.46 / 3.64   1.95 / 3.43
 *                            1     1.10 / 2.35   1.43 / 3.55   1.98 / 3.78
 *   32 modes                 1     1.07 / 2.86   1.53 / 3.68   2.12 / 4.10
 *   six photos, 80 modes     0.2   0.69 / 1.53   1.22 / 3.65
 *                            0.5   0.70 / 1.55   1.13 / 2.90
 *                            1     0.72 / 1.58   1.08 / 2.93
 *   60 modes                 1     0.75 / 1.68   1.13 / 2.91
 *
 * Three photos of 40 more heads drawn from real ones: 1.22 / 2.43 with 0.2, 1.27 / 2.50 with 0.1, 1.30 / 2.54 with 0.5; 32 modes
 * and 1: 1.32 / 2.58.
 */
const isBeside: Readonly<Record<ReconstructionType, (region: number) => boolean>> = {
  face: (region) => (region & REGION.head) === 0,
  mammo: (region) => (region & REGION.arms) !== 0,
  body: () => false,
};

export function trustOf(model: MorphableModel, type: ReconstructionType, { armsFromSide, beside }: FitPlan): Trust {
  const count = model.regions.length;
  const outside = Float64Array.from(model.regions, (region) => (isBeside[type](region) ? beside : 1));
  for (const v of cutEnds(model)) outside[v] = 0;
  const inside = outside.slice();
  const scalp = new Uint8Array(count);
  for (const v of scalpOf(model)) {
    scalp[v] = 1;
    inside[v] = inside[v]! * UNDER_HAIR;
  }
  const fromSide = Float64Array.from(model.regions, (region) => (region & REGION.arms ? armsFromSide : 1));
  return { outside, inside, fromSide, scalp };
}

function cutEnds({ mean: { positions, triangles } }: MorphableModel): Set<number> {
  const { low, high } = boundsOf(positions);
  const ends = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const heights = corners.map((v) => positions[v * 3 + 1]!);
    const isEnd = heights.every((y) => y < low[1]! + FLAT) || heights.every((y) => y > high[1]! - FLAT);
    if (isEnd) for (const v of corners) ends.add(v);
  }
  return ends;
}

/** The part of the head where hair grows: without the face, above the ears and behind them. */
function scalpOf(model: MorphableModel): number[] {
  const place = (name: LandmarkName) => {
    const landmark = model.landmarks[name];
    return landmark && pointAt(model.mean, surfacePoint(model, landmark));
  };
  const top = place('ear_left_top');
  const bottom = place('ear_left_bottom');
  if (top === undefined || bottom === undefined) return [];
  const behind = Math.min(top[2]!, bottom[2]!) - 0.02;
  const found: number[] = [];
  model.regions.forEach((region, v) => {
    if ((region & REGION.head) === 0 || (region & REGION.face) !== 0) return;
    const [y, z] = [model.mean.positions[v * 3 + 1]!, model.mean.positions[v * 3 + 2]!];
    if (y > top[1]! + 0.004 || (z < behind && y > bottom[1]! - 0.03)) found.push(v);
  });
  return found;
}
