import type { View } from '../../contract/reconstruction.ts';
import { type Camera, centreOf } from '../camera.ts';
import { projectAll, rasterize } from '../render/rasterize.ts';
import { armRows } from '../shape/outer-limbs.ts';
import { distanceAt, type Silhouette } from '../silhouette/silhouette.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { neighbourLists } from '../surface/smooth.ts';
import { SIDE_VIEWS } from '../views.ts';

/** The front photo holds the features that people look at, so seams lie beside them. For `below` the head is tilted, so that it fits the others least. */
const VIEW_TRUST: Record<View, number> = {
  left: 1,
  front: 6,
  right: 1,
  back: 1,
  left_45: 0.7,
  right_45: 0.7,
  below: 0.1,
};
/** Where an arm hangs before the trunk, a side photo paints the one on the other: used only where nothing else is. */
const COVERED = 2e-6;

/** High powers take nearly one photo per place, which keeps features sharp; low ones mix and blur. */
const FACING_POWER = 12;
/** A surface seen flatter than this is not seen. */
const FLATTEST = 0.12;
/** Within this many px of the outline the wall shines through. */
const RIM_PX = 5;
const SMOOTHING_ROUNDS = 4;
/** What stands in front hides this many px around itself, because neither shape nor camera is exact. */
const OCCLUDER_PX = 3;
/** Depth, in px of the picture, that a slope of the surface itself has within that reach. */
const SLACK_PX = 16;

/**
 * How much each photo tells about each vertex: 0 where it is turned away, hidden behind something, at the rim or
 * outside the picture. One array per view, evened out over the surface so that no seam is sharp.
 */
export function viewWeights(
  mesh: Mesh,
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  hasArms: boolean,
): Float32Array[] {
  const normals = vertexNormals(mesh);
  const { start, of } = neighbourLists(mesh);
  const front = silhouettes.findIndex(({ view }) => view === 'front');
  const isBehindArm = armCover(mesh, silhouettes[front]!, cameras[front]!);
  return cameras.map((camera, index) => {
    const silhouette = silhouettes[index]!;
    let weights = rawWeights(mesh, normals, silhouette, camera);
    const trust = VIEW_TRUST[silhouette.view];
    const covered = hasArms ? isBehindArm(silhouette.view) : undefined;
    for (let i = 0; i < weights.length; i++) weights[i] = weights[i]! * trust * (covered?.[i] === 1 ? COVERED : 1);
    for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
      const even = new Float32Array(weights.length);
      for (let i = 0; i < weights.length; i++) {
        let sum = weights[i]!;
        for (let k = start[i]!; k < start[i + 1]!; k++) sum += weights[of[k]!]!;
        // Never more than twice the own weight: what is hidden stays hidden.
        even[i] = Math.min(weights[i]! * 2, sum / (1 + start[i + 1]! - start[i]!));
      }
      weights = even;
    }
    return weights;
  });
}

/** For a side view, 1 for each vertex at a height where the front photo shows an arm on that side. */
function armCover(mesh: Mesh, front: Silhouette, camera: Camera): (view: View) => Uint8Array | undefined {
  const rows = armRows(front.mask);
  const projected = projectAll(mesh.positions, camera);
  return (view) => {
    if (!SIDE_VIEWS.includes(view)) return undefined;
    // The person's left is the front picture's right.
    const onSide = view === 'left' ? rows.right : rows.left;
    return Uint8Array.from({ length: projected.length / 3 }, (_, i) => onSide[Math.floor(projected[i * 3 + 1]!)] ?? 0);
  };
}

function rawWeights(mesh: Mesh, normals: Float64Array, silhouette: Silhouette, camera: Camera): Float32Array {
  const { widthPx, heightPx } = camera;
  const { depth, projected } = rasterize(mesh, camera);
  const eye = centreOf(camera);
  const slack = (camera.translation[2] / camera.focalPx) * SLACK_PX;
  const weights = new Float32Array(mesh.positions.length / 3);
  for (let i = 0; i < weights.length; i++) {
    const x = projected[i * 3]!;
    const y = projected[i * 3 + 1]!;
    if (x < 1 || y < 1 || x >= widthPx - 1 || y >= heightPx - 1) continue;
    if (projected[i * 3 + 2]! > nearestRound(depth, widthPx, heightPx, x, y) + slack) continue;
    const facing = facingOf(mesh.positions, normals, i * 3, eye);
    const toBorder = Math.min(x, y, widthPx - x, heightPx - y);
    const rim = Math.min(1, Math.max(0, Math.min(distanceAt(silhouette, x, y) - 1.5, toBorder / 2) / RIM_PX));
    if (facing > FLATTEST) weights[i] = facing ** FACING_POWER * rim * rim;
  }
  return weights;
}

function nearestRound(depth: Float32Array, widthPx: number, heightPx: number, x: number, y: number): number {
  let nearest = Infinity;
  for (let dy = -OCCLUDER_PX; dy <= OCCLUDER_PX; dy += OCCLUDER_PX) {
    const row = Math.min(heightPx - 1, Math.max(0, Math.floor(y) + dy)) * widthPx;
    for (let dx = -OCCLUDER_PX; dx <= OCCLUDER_PX; dx += OCCLUDER_PX) {
      nearest = Math.min(nearest, depth[row + Math.min(widthPx - 1, Math.max(0, Math.floor(x) + dx))]!);
    }
  }
  return nearest;
}

function facingOf(positions: Float64Array, normals: Float64Array, at: number, eye: readonly number[]): number {
  const x = eye[0]! - positions[at]!;
  const y = eye[1]! - positions[at + 1]!;
  const z = eye[2]! - positions[at + 2]!;
  return (normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z) / Math.sqrt(x * x + y * y + z * z);
}
