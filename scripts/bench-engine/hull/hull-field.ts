import type { View } from '../../../src/contract/reconstruction.ts';
import type { Camera } from '../../../src/engine/camera.ts';
import { distanceAt } from '../../../src/engine/silhouette/silhouette.ts';
import type { Field } from '../../field/field-grid.ts';
import { limbDepths, rowMiddles } from './outer-limbs.ts';
import { protrusionAt, protrusionWidths } from './protrusions.ts';
import { rowThickness } from './row-thickness.ts';
import type { WideSilhouette } from './wide-silhouette.ts';

/** Views with level optical axes at right angles: they frame the person and give the two half-widths. */
const FRONTAL_VIEWS: readonly View[] = ['front', 'back'];
const SIDE_VIEWS: readonly View[] = ['left', 'right'];

export interface HullOptions {
  /**
   * How much of a body part's half-thickness is rounded where front and side outline meet: 0 leaves the square edges
   * of a plain visual hull, 1 makes ellipses.
   */
  rounding: number;
  /** Arms hang beside the trunk and get an arm's depth. */
  hasArms: boolean;
  /** Parts that stick out of the profile, nose and bun, are narrow; the head must be symmetric about its middle. */
  hasProfile: boolean;
}

/** How far below the level views' pictures a view from below may extend the body, in units. */
const BELOW_EXTENSION = 0.3;
/** How far above and below the front photo's picture a side view may extend it. */
const SIDE_EXTENSION = 0.02;

/**
 * The visual hull of all views, rounded, with arms of an arm's depth.
 *
 * A plain hull of front and side is a box with square edges at every height; here the edge between the frontal and the
 * side outline becomes a quarter ellipse whose half-axes are the local half-thicknesses, which touches the outlines at
 * the same places and so leaves the silhouettes as they are. Where the picture's border cuts the person off, the body
 * ends at a flat cap.
 */
export function hullField(
  silhouettes: readonly WideSilhouette[],
  cameras: readonly Camera[],
  options: HullOptions,
): Field {
  const samplers = silhouettes.map((silhouette, i) => viewSampler(silhouette, cameras[i]!, options));
  const frontal = samplers.filter(({ view }) => FRONTAL_VIEWS.includes(view));
  const sides = samplers.filter(({ view }) => SIDE_VIEWS.includes(view));
  const oblique = samplers.filter((sampler) => !frontal.includes(sampler) && !sides.includes(sampler));
  const below = oblique.filter(({ view }) => view === 'below');
  const front = summary();
  const side = summary();
  return (x, y, z) => {
    summarize(frontal, x, y, z, front);
    summarize(sides, x, y, z, side);
    let seen = Math.min(Math.max(front.vertical, side.vertical), front.vertical + SIDE_EXTENSION);
    let least = Math.min(front.sideways, side.sideways);
    for (const sampler of oblique) least = Math.min(least, sampler.measure(x, y, z));
    for (const { vertical } of below) seen = Math.max(seen, Math.min(vertical, seen + BELOW_EXTENSION));
    // An arm's depth lies round the middle between the side view's outlines.
    const sideDepth = Math.min(side.depth, front.limbDepth - side.offMiddle);
    const halfSide = Math.min(side.thickness, front.limbDepth) * options.rounding;
    const frontDepth = Math.min(front.depth, side.protrusion - front.offMiddle);
    const halfFront = Math.min(front.thickness, side.protrusion) * options.rounding;
    return Math.min(least, seen, frontDepth, sideDepth, roundedEdge(frontDepth, sideDepth, halfFront, halfSide));
  };
}

/** The facts about a point from views of one kind; all in world units at its depth. */
interface Summary {
  /** Signed distance to the outline. */
  depth: number;
  /** Half the local thickness of the body part. */
  thickness: number;
  /** Depth inside the picture's upper and lower border. */
  vertical: number;
  /** Depth inside those of the left and right borders that cut the person off. */
  sideways: number;
  /** Half the depth of the limb there, from a front or back view. */
  limbDepth: number;
  /** Half the width of the part that sticks out there, from a side view. */
  protrusion: number;
  /** Distance from the outline's middle. */
  offMiddle: number;
}

const summary = (): Summary => ({
  depth: 0,
  thickness: 0,
  vertical: 0,
  sideways: 0,
  limbDepth: 0,
  protrusion: 0,
  offMiddle: 0,
});

function summarize(samplers: readonly ViewSampler[], x: number, y: number, z: number, out: Summary): void {
  out.depth = Infinity;
  out.thickness = Infinity;
  out.vertical = -Infinity;
  out.sideways = Infinity;
  out.limbDepth = Infinity;
  out.protrusion = Infinity;
  out.offMiddle = Infinity;
  for (const sampler of samplers) {
    out.depth = Math.min(out.depth, sampler.measure(x, y, z));
    out.thickness = Math.min(out.thickness, sampler.thickness);
    out.vertical = Math.max(out.vertical, sampler.vertical);
    out.sideways = Math.min(out.sideways, sampler.sideways);
    out.limbDepth = Math.min(out.limbDepth, sampler.limbDepth);
    out.protrusion = Math.min(out.protrusion, sampler.protrusion);
    out.offMiddle = Math.min(out.offMiddle, sampler.offMiddle);
  }
}

/** Rows without any body have no thickness; this keeps their rounding finite. */
const THINNEST = 1e-3;

/** Zero on the quarter ellipse that rounds the edge where both depths are zero. */
function roundedEdge(front: number, side: number, halfFront: number, halfSide: number): number {
  const a = Math.max(THINNEST, halfFront);
  const b = Math.max(THINNEST, halfSide);
  if (!(front < a && side < b)) return Infinity;
  const u = 1 - front / a;
  const v = 1 - side / b;
  return (1 - Math.sqrt(u * u + v * v)) * Math.min(a, b);
}

interface ViewSampler extends Summary {
  view: WideSilhouette['view'];
  /** Signed distance to the outline; also sets the rest of the summary for this point. */
  measure(x: number, y: number, z: number): number;
}

function viewSampler(silhouette: WideSilhouette, camera: Camera, options: HullOptions): ViewSampler {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = camera.rotation as [number, ...number[]];
  const [tx, ty, tz] = camera.translation;
  const [px, py] = camera.principalPx;
  const { widthPx, heightPx } = silhouette.mask;
  const { cut, marginPx } = silhouette;
  const thickness = rowThickness(silhouette);
  const limbs = options.hasArms && FRONTAL_VIEWS.includes(silhouette.view) ? limbDepths(silhouette) : undefined;
  const widths = options.hasProfile && SIDE_VIEWS.includes(silhouette.view) ? protrusionWidths(silhouette) : undefined;
  const middles = rowMiddles(silhouette);
  const sampler: ViewSampler = {
    view: silhouette.view,
    ...summary(),
    measure(x, y, z) {
      const perUnit = camera.focalPx / (r6! * x + r7! * y + r8! * z + tz);
      const u = px + (r0 * x + r1! * y + r2! * z + tx) * perUnit;
      const v = py + (r3! * x + r4! * y + r5! * z + ty) * perUnit;
      const row = Math.min(thickness.heightPx - 1, Math.max(0, Math.floor(v + marginPx)));
      const column = Math.min(thickness.widthPx - 1, Math.max(0, Math.floor(u + marginPx)));
      const i = row * thickness.widthPx + column;
      sampler.depth = distanceAt(silhouette, u, v) / perUnit;
      sampler.thickness = thickness.values[i]! / perUnit;
      sampler.vertical = Math.min(v, heightPx - v) / perUnit;
      sampler.sideways = Math.min(cut.left ? u : Infinity, cut.right ? widthPx - u : Infinity) / perUnit;
      sampler.limbDepth = limbs === undefined ? Infinity : limbs[i]! / perUnit;
      sampler.protrusion = widths === undefined ? Infinity : protrusionAt(widths, marginPx, u, v) / perUnit;
      sampler.offMiddle = Math.abs(u - middles[row]!) / perUnit;
      return sampler.depth;
    },
  };
  return sampler;
}
