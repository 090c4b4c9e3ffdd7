import { type Camera, centreOf } from '../../../src/engine/camera.ts';
import { distanceAt, type Silhouette } from '../../../src/engine/silhouette/silhouette.ts';
import type { Vec3 } from '../../../src/engine/vector.ts';
import { rayOf } from '../ray.ts';

/**
 * How well silhouettes agree, without any model: every point of a true outline is the picture of a point on the
 * person, and that point lies inside all other silhouettes. So along the ray through an outline point there must be
 * a place whose smallest signed distance over the other views is not negative; how far it is below is the error.
 */
export interface OutlinePoints {
  /** x and y in px, in turn. */
  positions: Float64Array;
}

/** Evenly taken points of the outline, none of them on the picture's border. */
export function outlinePoints({ mask }: Silhouette, wanted: number): OutlinePoints {
  const { widthPx, heightPx, inside } = mask;
  const all: number[] = [];
  for (let y = 2; y < heightPx - 2; y++) {
    for (let x = 2; x < widthPx - 2; x++) {
      const i = y * widthPx + x;
      if (inside[i] === 0) continue;
      const isEdge =
        inside[i - 1] === 0 || inside[i + 1] === 0 || inside[i - widthPx] === 0 || inside[i + widthPx] === 0;
      if (isEdge) all.push(x + 0.5, y + 0.5);
    }
  }
  const count = Math.min(wanted, all.length / 2);
  const positions = new Float64Array(count * 2);
  for (let k = 0; k < count; k++) {
    const from = 2 * Math.floor((k * (all.length / 2)) / count);
    positions[2 * k] = all[from]!;
    positions[2 * k + 1] = all[from + 1]!;
  }
  return { positions };
}

/** The range that is searched along each ray. */
export interface RaySearch {
  /** Depth of the middle, and half the length that is searched round it, in world units. */
  middle: number;
  reach: number;
  steps: number;
}

/** For each point the step along its ray that was best when it was last looked for; at first the middle one. */
export type BestSteps = Int32Array;

export const middleSteps = (points: readonly OutlinePoints[], { steps }: RaySearch): BestSteps =>
  new Int32Array(points.reduce((sum, { positions }) => sum + positions.length / 2, 0)).fill(steps >> 1);

/**
 * For each point of each view: the largest, over its ray, of the smallest signed distance to the other silhouettes,
 * in world units; never above 0. Views in their own order, points in theirs.
 *
 * @param best is kept up to date; a good start makes the search fast and changes nothing else
 */
export function disagreements(
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  points: readonly OutlinePoints[],
  search: RaySearch,
  best: BestSteps,
): Float64Array {
  const out = new Float64Array(best.length);
  const lookups = silhouettes.map((silhouette, index) => lookupOf(silhouette, cameras[index]!));
  let at = 0;
  points.forEach(({ positions }, own) => {
    const camera = cameras[own]!;
    const origin = centreOf(camera);
    const others = lookups.filter((_, index) => index !== own);
    for (let k = 0; k < positions.length; k += 2, at++) {
      const ray = rayOf(camera, positions[k]!, positions[k + 1]!);
      out[at] = searchRay(origin, ray, others, search, best, at);
    }
  });
  return out;
}

type Lookup = (x: number, y: number, z: number) => number;

/** Signed distance of a world point to a view's silhouette, in world units at the point's depth. */
export function lookupOf(silhouette: Silhouette, camera: Camera): Lookup {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = camera.rotation as [number, ...number[]];
  const [tx, ty, tz] = camera.translation;
  const [px, py] = camera.principalPx;
  const f = camera.focalPx;
  return (x, y, z) => {
    const depth = r6! * x + r7! * y + r8! * z + tz;
    const perUnit = f / depth;
    const u = px + (r0 * x + r1! * y + r2! * z + tx) * perUnit;
    const v = py + (r3! * x + r4! * y + r5! * z + ty) * perUnit;
    return distanceAt(silhouette, u, v) / perUnit;
  };
}

/** Less than any difference that matters, but more than nothing. */
const HAIR = 1e-9;

function searchRay(
  origin: Vec3,
  ray: Vec3,
  others: readonly Lookup[],
  { middle, reach, steps }: RaySearch,
  best: BestSteps,
  at: number,
): number {
  let half = reach;
  let count = steps;
  let step = (2 * half) / count;
  let depth = middle;
  const tried = smallest(origin, ray, middle - half + best[at]! * step, others, -Infinity);
  // The point is inside all others, so no better place can reduce the error.
  if (tried > 0) return 0;
  // The search starts just below the value already reached, so most places are rejected at the first view that
  // disagrees.
  let value = tried - HAIR;
  for (let round = 0; round < 3; round++) {
    const centre = depth;
    for (let i = 0; i <= count; i++) {
      const t = centre - half + i * step;
      const d = smallest(origin, ray, t, others, value);
      if (d <= value) continue;
      value = d;
      depth = t;
      if (round === 0) best[at] = i;
      if (value > 0) return 0;
    }
    half = step;
    count = 6;
    step = (2 * half) / count;
  }
  return Math.min(0, value);
}

/** Smallest signed distance at a depth along a ray; where it is not above `floor`, something not above it. */
function smallest(origin: Vec3, ray: Vec3, depth: number, others: readonly Lookup[], floor: number): number {
  const x = origin[0] + ray[0] * depth;
  const y = origin[1] + ray[1] * depth;
  const z = origin[2] + ray[2] * depth;
  let least = Infinity;
  for (const lookup of others) {
    const d = lookup(x, y, z);
    if (d < least) {
      least = d;
      if (least <= floor) break;
    }
  }
  return least;
}
