import type { Camera } from '../camera.ts';
import { distanceAt, type Silhouette } from '../silhouette/silhouette.ts';
import { FRONTAL_VIEWS, SIDE_VIEWS } from '../views.ts';
import { rowThickness } from './row-thickness.ts';

/** Signed distance of a kind: positive inside the body, its zero level is the surface; world units. */
export type Field = (x: number, y: number, z: number) => number;

export interface HullOptions {
  /**
   * How much of a body part's half-thickness is rounded where front and side outline meet: 0 leaves the square edges
   * of a plain visual hull, 1 makes ellipses.
   */
  rounding: number;
}

/** How far below the level views' pictures a view from below may extend the body, in units. */
const BELOW_EXTENSION = 0.3;

/**
 * The visual hull of all views, rounded. A plain hull of front and side is a box with square edges at every height;
 * here the edge between the frontal and the side outline becomes a quarter ellipse whose half-axes are the local
 * half-thicknesses, which touches the outlines at the same places and so leaves the silhouettes as they are.
 * Where the picture's border cuts the person off, the body ends at a flat cap.
 */
export function hullField(silhouettes: readonly Silhouette[], cameras: readonly Camera[], options: HullOptions): Field {
  const samplers = silhouettes.map((silhouette, i) => viewSampler(silhouette, cameras[i]!));
  const frontal = samplers.filter(({ view }) => FRONTAL_VIEWS.includes(view));
  const sides = samplers.filter(({ view }) => SIDE_VIEWS.includes(view));
  const oblique = samplers.filter((sampler) => !frontal.includes(sampler) && !sides.includes(sampler));
  const level = [...frontal, ...sides];
  const below = oblique.filter(({ view }) => view === 'below');
  return (x, y, z) => {
    const front = nearest(frontal, x, y, z);
    const frontThickness = nearestThickness;
    let least = front;
    let seen = nearestSeen;
    const side = nearest(sides, x, y, z);
    const sideThickness = nearestThickness;
    least = Math.min(least, side);
    seen = Math.max(seen, nearestSeen);
    for (const sampler of level) least = Math.min(least, sampler.sideways);
    for (const sampler of oblique) least = Math.min(least, sampler.measure(x, y, z));
    for (const sampler of below) seen = Math.max(seen, Math.min(sampler.vertical, seen + BELOW_EXTENSION));
    least = Math.min(least, seen);
    return Math.min(
      least,
      roundedEdge(front, side, frontThickness * options.rounding, sideThickness * options.rounding),
    );
  };
}

// Second and third results of `nearest`, kept outside so that the inner loop makes no objects.
let nearestThickness = 0;
let nearestSeen = 0;

function nearest(samplers: readonly ViewSampler[], x: number, y: number, z: number): number {
  let least = Infinity;
  nearestThickness = Infinity;
  nearestSeen = -Infinity;
  for (const sampler of samplers) {
    const depth = sampler.measure(x, y, z);
    if (depth < least) least = depth;
    if (sampler.thickness < nearestThickness) nearestThickness = sampler.thickness;
    if (sampler.vertical > nearestSeen) nearestSeen = sampler.vertical;
  }
  return least;
}

/** Rows without any body have no thickness; this keeps their rounding finite. */
const THINNEST = 1e-3;

/** Zero on the quarter ellipse with half-axes a and b that rounds the edge where both depths are zero. */
function roundedEdge(front: number, side: number, halfFront: number, halfSide: number): number {
  const a = Math.max(THINNEST, halfFront);
  const b = Math.max(THINNEST, halfSide);
  if (!(front < a && side < b)) return Infinity;
  return (1 - Math.hypot(1 - front / a, 1 - side / b)) * Math.min(a, b);
}

interface ViewSampler {
  view: Silhouette['view'];
  /** Signed distance to the outline; also sets what follows, all in world units at the point's depth. */
  measure(x: number, y: number, z: number): number;
  /** Half the local thickness of the body part. */
  thickness: number;
  /** Depth inside the picture's upper and lower border. */
  vertical: number;
  /** Depth inside those of the left and right borders that cut the person off. */
  sideways: number;
}

function viewSampler(silhouette: Silhouette, camera: Camera): ViewSampler {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = camera.rotation as [number, ...number[]];
  const [tx, ty, tz] = camera.translation;
  const [px, py] = camera.principalPx;
  const { widthPx, heightPx } = silhouette.mask;
  const { cut, marginPx } = silhouette;
  const thickness = rowThickness(silhouette);
  const sampler: ViewSampler = {
    view: silhouette.view,
    thickness: 0,
    vertical: 0,
    sideways: 0,
    measure(x, y, z) {
      const perUnit = camera.focalPx / (r6! * x + r7! * y + r8! * z + tz);
      const u = px + (r0 * x + r1! * y + r2! * z + tx) * perUnit;
      const v = py + (r3! * x + r4! * y + r5! * z + ty) * perUnit;
      const row = Math.min(thickness.heightPx - 1, Math.max(0, Math.floor(v + marginPx)));
      const column = Math.min(thickness.widthPx - 1, Math.max(0, Math.floor(u + marginPx)));
      sampler.thickness = thickness.values[row * thickness.widthPx + column]! / perUnit;
      sampler.vertical = Math.min(v, heightPx - v) / perUnit;
      sampler.sideways = Math.min(cut.left ? u : Infinity, cut.right ? widthPx - u : Infinity) / perUnit;
      return distanceAt(silhouette, u, v) / perUnit;
    },
  };
  return sampler;
}
