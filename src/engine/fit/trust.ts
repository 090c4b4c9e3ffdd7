import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { type LandmarkName, type MorphableModel, REGION } from '../morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../morphable/surface-point.ts';
import { boundsOf } from '../surface/mesh.ts';

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

/** Arms hang freely and tell little of a trunk. With hair at full weight faces (six photos): 1.63, not 1.36 mm. */
const ARMS_OF_TRUNK = 0.2;
const UNDER_HAIR = 0.5;
/** A cut end is flat and at the model's top or bottom; tolerance in metres. */
const FLAT = 5e-4;

export function trustOf(model: MorphableModel, type: ReconstructionType, armsFromSide: number): Trust {
  const count = model.regions.length;
  const outside = new Float64Array(count).fill(1);
  if (type === 'mammo') {
    for (const [v, region] of model.regions.entries()) if (region & REGION.arms) outside[v] = ARMS_OF_TRUNK;
  }
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
