import type { Camera } from '../camera.ts';
import { centreOf } from '../camera.ts';
import { projectAll, rasterize } from '../render/rasterize.ts';
import { distanceAt, type Silhouette } from '../silhouette/silhouette.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { neighbourLists } from '../surface/smooth.ts';

/** High powers take nearly one photo per place, which keeps features sharp; low ones mix and blur. */
const FACING_POWER = 6;
/** A surface seen flatter than this is not seen. */
const FLATTEST = 0.12;
/** Within this many px of the outline the wall shines through. */
const RIM_PX = 5;
const SMOOTHING_ROUNDS = 4;

/**
 * How much each photo tells about each vertex: 0 where it is turned away, hidden behind something, at the rim or
 * outside the picture. One array per view, evened out over the surface so that no seam is sharp.
 */
export function viewWeights(
  mesh: Mesh,
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
): Float32Array[] {
  const normals = vertexNormals(mesh);
  const { start, of } = neighbourLists(mesh);
  return cameras.map((camera, index) => {
    let weights = rawWeights(mesh, normals, silhouettes[index]!, camera);
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

function rawWeights(mesh: Mesh, normals: Float64Array, silhouette: Silhouette, camera: Camera): Float32Array {
  const { widthPx, heightPx } = camera;
  const projected = projectAll(mesh.positions, camera);
  const { depth } = rasterize(mesh, camera);
  const eye = centreOf(camera);
  // Two pixels' worth of depth at 60° of slope.
  const slack = (camera.translation[2] / camera.focalPx) * 4;
  const weights = new Float32Array(mesh.positions.length / 3);
  for (let i = 0; i < weights.length; i++) {
    const [x, y] = [projected[i * 3]!, projected[i * 3 + 1]!];
    if (x < 1 || y < 1 || x >= widthPx - 1 || y >= heightPx - 1) continue;
    const nearest = depth[Math.floor(y) * widthPx + Math.floor(x)]!;
    if (projected[i * 3 + 2]! > nearest + slack) continue;
    const facing = facingOf(mesh.positions, normals, i * 3, eye);
    const rim = Math.min(1, Math.max(0, (distanceAt(silhouette, x, y) - 1) / RIM_PX));
    if (facing > FLATTEST) weights[i] = facing ** FACING_POWER * rim * rim;
  }
  return weights;
}

function facingOf(positions: Float64Array, normals: Float64Array, at: number, eye: readonly number[]): number {
  const to = [0, 1, 2].map((c) => eye[c]! - positions[at + c]!);
  const length = Math.hypot(to[0]!, to[1]!, to[2]!);
  return (normals[at]! * to[0]! + normals[at + 1]! * to[1]! + normals[at + 2]! * to[2]!) / length;
}
