import { type Camera, centreOf, rayOf } from '../camera.ts';
import { distanceAt, type Silhouette } from '../silhouette/silhouette.ts';
import type { Vec3 } from '../vector.ts';

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

/** Where along each ray the best place was, so that the next look may start there. */
export interface RaySearch {
  /** Half the length that is searched, in world units round the origin's depth. */
  reach: number;
  steps: number;
}

/**
 * For each point of each view: the largest, over its ray, of the smallest signed distance to the other silhouettes,
 * in world units; never above 0. Views in their own order, points in theirs.
 *
 * @param best depth per point: read as the middle of the search where `search.reach` is small, always written
 */
export function disagreements(
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  points: readonly OutlinePoints[],
  search: RaySearch,
  best: Float64Array,
): Float64Array {
  const total = points.reduce((sum, { positions }) => sum + positions.length / 2, 0);
  const out = new Float64Array(total);
  const lookups = silhouettes.map((silhouette, index) => lookupOf(silhouette, cameras[index]!));
  let at = 0;
  points.forEach(({ positions }, own) => {
    const camera = cameras[own]!;
    const origin = centreOf(camera);
    const others = lookups.filter((_, index) => index !== own);
    for (let k = 0; k < positions.length; k += 2, at++) {
      const ray = rayOf(camera, positions[k]!, positions[k + 1]!);
      const found = searchRay(origin, ray, others, best[at]!, search);
      best[at] = found.depth;
      out[at] = Math.min(0, found.value);
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

function searchRay(
  origin: Vec3,
  ray: Vec3,
  others: readonly Lookup[],
  middle: number,
  { reach, steps }: RaySearch,
): { depth: number; value: number } {
  let depth = middle;
  let value = -Infinity;
  let half = reach;
  for (let round = 0; round < 3; round++) {
    const centre = depth;
    const step = (2 * half) / steps;
    for (let i = 0; i <= steps; i++) {
      const t = centre - half + i * step;
      const d = smallest(others, origin[0] + ray[0] * t, origin[1] + ray[1] * t, origin[2] + ray[2] * t, value);
      if (d > value) {
        value = d;
        depth = t;
      }
    }
    if (value > 0) break;
    half = step;
    steps = 6;
  }
  return { depth, value };
}

function smallest(others: readonly Lookup[], x: number, y: number, z: number, floor: number): number {
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
