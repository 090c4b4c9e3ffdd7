import type { View } from '../../contract/reconstruction.ts';
import { type Camera, centreOf } from '../camera.ts';
import { nearestWithin, projectAll, rasterize } from '../render/rasterize.ts';
import { distanceAt, type Silhouette } from '../silhouette/silhouette.ts';
import { neighbourLists } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';

/** The front shows what people look at, so seams lie beside it; in `below` the head is tilted and fits least. */
const VIEW_TRUST: Record<View, number> = {
  left: 1,
  front: 6,
  right: 1,
  back: 1,
  left_45: 0.7,
  right_45: 0.7,
  below: 0.1,
};

/** A high power takes nearly one photo per place, which keeps features sharp; a low one mixes and blurs. */
const FACING_POWER = 12;
/** A surface seen flatter than this is not seen. */
const FLATTEST = 0.12;
/** Within this many px of the outline the wall's colour mixes in. */
const RIM_PX = 5;
/** From this distance to the outline, px, the weight is full; a silhouette must know distances up to it. */
export const NEAR_OUTLINE_PX = RIM_PX + 3;
const SMOOTHING_ROUNDS = 4;
/** A part in front hides this much around itself, because shape and camera are not exact, px. */
const BODY_MARGIN_PX = 3;
/** The same for arms, a share of the longer side: a forearm painted on a hip is worse than a hip like skin. */
const ARM_MARGIN = 0.045;
/** Depth that a slope of the surface itself can have within that margin, in px of the picture. */
const SLACK_PX = 16;

/** The bodies before the cameras: the whole person, of which the mesh may be a part, and the arms alone. */
export interface Occluders {
  person: Mesh;
  arms?: Mesh | undefined;
}

/**
 * How well each photo shows each vertex: 0 if it is turned away, hidden, at the rim or outside the picture. One array
 * per view, smoothed over the surface so that no seam is sharp.
 */
export function viewWeights(
  mesh: Mesh,
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  { person, arms }: Occluders,
): Float32Array[] {
  const normals = vertexNormals(mesh);
  const { start, of } = neighbourLists(mesh);
  return cameras.map((camera, index) => {
    const silhouette = silhouettes[index]!;
    let weights = rawWeights(mesh, normals, silhouette, camera, { person, arms });
    const trust = VIEW_TRUST[silhouette.view];
    for (let i = 0; i < weights.length; i++) weights[i] = weights[i]! * trust;
    for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
      const even = new Float32Array(weights.length);
      for (let i = 0; i < weights.length; i++) {
        let sum = weights[i]!;
        for (let k = start[i]!; k < start[i + 1]!; k++) sum += weights[of[k]!]!;
        // The weight grows at most to twice its own value, so a hidden vertex stays hidden.
        even[i] = Math.min(weights[i]! * 2, sum / (1 + start[i + 1]! - start[i]!));
      }
      weights = even;
    }
    return weights;
  });
}

function rawWeights(
  mesh: Mesh,
  normals: Float64Array,
  silhouette: Silhouette,
  camera: Camera,
  { person, arms }: Occluders,
): Float32Array {
  const { widthPx, heightPx } = camera;
  const body = nearestWithin(rasterize(person, camera), BODY_MARGIN_PX);
  const armMarginPx = Math.round(ARM_MARGIN * Math.max(widthPx, heightPx));
  const limbs = arms && nearestWithin(rasterize(arms, camera), armMarginPx);
  const projected = projectAll(mesh.positions, camera);
  const eye = centreOf(camera);
  const slack = (camera.translation[2] / camera.focalPx) * SLACK_PX;
  const weights = new Float32Array(mesh.positions.length / 3);
  for (let i = 0; i < weights.length; i++) {
    const x = projected[i * 3]!;
    const y = projected[i * 3 + 1]!;
    if (x < 1 || y < 1 || x >= widthPx - 1 || y >= heightPx - 1) continue;
    const at = Math.floor(y) * widthPx + Math.floor(x);
    if (projected[i * 3 + 2]! > Math.min(body[at]!, limbs?.[at] ?? Infinity) + slack) continue;
    const facing = facingOf(mesh.positions, normals, i * 3, eye);
    const toBorder = Math.min(x, y, widthPx - x, heightPx - y);
    const rim = Math.min(1, Math.max(0, Math.min(distanceAt(silhouette, x, y) - 1.5, toBorder / 2) / RIM_PX));
    if (facing > FLATTEST) weights[i] = facing ** FACING_POWER * rim * rim;
  }
  return weights;
}

function facingOf(positions: Float64Array, normals: Float64Array, at: number, eye: readonly number[]): number {
  const x = eye[0]! - positions[at]!;
  const y = eye[1]! - positions[at + 1]!;
  const z = eye[2]! - positions[at + 2]!;
  return (normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z) / Math.sqrt(x * x + y * y + z * z);
}
