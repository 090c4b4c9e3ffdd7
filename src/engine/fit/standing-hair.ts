import type { View } from '../../contract/reconstruction.ts';
import { type Camera, project } from '../camera.ts';
import type { Mask } from '../image/plane.ts';
import type { Edges } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { rimOf } from './rim.ts';
import { type Bending, type Pulls, solveSmooth } from './solve-smooth.ts';

/** How far hair is followed, and in which steps; metres. */
const FARTHEST = 0.08;
const STEP = 0.002;
/** Hair that stands off less is found by the outlines themselves; metres. */
const LEAST = 0.012;
/** There is none if it stands off less than this everywhere; metres. */
const STANDS = 0.025;
/** Hair that hangs is on neck and back; the least upward part of a normal. */
const LOWEST = -0.4;
/** Error of the place where hair ends, metres. */
const SIGMA = 0.001;

/** How far hair usually stands off, where nothing is seen of it, and how far skin is moved by it; metres. */
const USUAL = { hair: 0.002, skin: 0.0003 };
/** See `Resistance`. */
const STIFFNESS = 3;

/** A photo with what is person in it. */
export interface MaskedView {
  view: View;
  camera: Camera;
  mask: Mask;
}

/**
 * How far each vertex has to rise for hair that stands off further than an outline is searched (a bun, a pony tail),
 * metres: from a scalp vertex on the profile, out along its normal, as far as the side photos show the person without a
 * gap, and no other photo shows the wall; smoothly between. Undefined if there is none.
 */
export function standingHair(
  mesh: Mesh,
  edges: Edges,
  bend: Bending,
  { ignored, scalp }: { ignored: Uint8Array; scalp: Uint8Array },
  views: readonly MaskedView[],
): Float64Array | undefined {
  const normals = vertexNormals(mesh);
  const pulls: Pulls = { first: [], second: [], share: [], rise: [], weight: [] };
  for (const { view, camera } of views) {
    if (view !== 'left' && view !== 'right') continue;
    const rim = rimOf(mesh, normals, edges, camera, ignored);
    for (let i = 0; i < rim.count; i++) {
      const [a, b, share] = [rim.first[i]!, rim.second[i]!, rim.share[i]!];
      if (scalp[a] !== 1 || scalp[b] !== 1) continue;
      const between = (values: Float64Array) =>
        [0, 1, 2].map((c) => values[a * 3 + c]! * (1 - share) + values[b * 3 + c]! * share);
      const [at, normal] = [between(mesh.positions), between(normals)];
      if (normal[1]! < LOWEST) continue;
      const rise = Math.min(...views.map((other) => reach(other, at, normal)));
      if (rise < LEAST || rise >= FARTHEST) continue;
      pulls.first.push(a);
      pulls.second.push(b);
      pulls.share.push(share);
      pulls.rise.push(rise);
      pulls.weight.push(1 / SIGMA ** 2);
    }
  }
  if (!pulls.rise.some((rise) => rise > STANDS)) return undefined;
  const usualM = Float64Array.from(scalp, (hair) => (hair === 1 ? USUAL.hair : USUAL.skin));
  return solveSmooth(new Float64Array(scalp.length), pulls, bend, { stiffness: STIFFNESS, usualM });
}

/** How far a photo shows the person along a line without a gap, metres. */
function reach({ camera, mask }: MaskedView, at: readonly number[], normal: readonly number[]): number {
  const seen = new Float64Array(3);
  for (let t = STEP; t < FARTHEST; t += STEP) {
    project(camera, at[0]! + t * normal[0]!, at[1]! + t * normal[1]!, at[2]! + t * normal[2]!, seen);
    const [x, y] = [Math.floor(seen[0]!), Math.floor(seen[1]!)];
    if (x < 0 || y < 0 || x >= mask.widthPx || y >= mask.heightPx) return FARTHEST;
    if (mask.inside[y * mask.widthPx + x] === 0) return t - STEP / 2;
  }
  return FARTHEST;
}
