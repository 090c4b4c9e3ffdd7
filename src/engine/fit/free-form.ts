import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { type Edges, edgesOf } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { matchOutlines, type OutlinePoints } from './match-outlines.ts';
import { rimOf } from './rim.ts';
import { bending, type Pulls, solveSmooth } from './solve-smooth.ts';
import { ALIKE } from './stages.ts';
import { type MaskedView, standingHair } from './standing-hair.ts';

export interface FreeFormView extends MaskedView {
  outline: OutlinePoints;
}

export interface FreeFormOptions {
  type: ReconstructionType;
  rounds: number;
  /** Noise of an outline, as a share of the picture's height. */
  noise: number;
}

interface Freedom {
  /** As in `Resistance`; `usualM` is the same for all vertices. */
  stiffness: number;
  usualM: number;
  /** Number of rounds that average the normals along which vertices move; see `softNormals`. */
  softened: number;
}

/** Bodies are seen from four sides, and their size comes from the girth of their hips. */
const FREEDOM: Readonly<Record<ReconstructionType, Freedom>> = {
  face: { stiffness: 10, usualM: 0.005, softened: 0 },
  mammo: { stiffness: 200, usualM: 0.005, softened: 0 },
  body: { stiffness: 20, usualM: 0.015, softened: 8 },
};
/** Distance within which an outline is searched, and at which it counts a quarter; share of the picture's height. */
const REACH = 0.03;
const DOUBT = 0.015;
/** Outlines seen at a flatter angle than this (cosine) do not tell how far a vertex rises. */
const LEAST_ACROSS = 0.3;

/**
 * Adds shape that the shape space lacks: vertices move along their normals until the outlines agree, while the field of
 * displacements stays small and bends little. So an outline moves its surroundings too and leaves no ridge.
 *
 * Three heads of six photos, mean of face / head in mm: without 1.36 / 4.13, stiffness 5 0.99 / 2.73, 50 1.01 / 2.67,
 * 500 1.16 / 3.06: the shape space lacks hair. Seven later, with hair that stands off beside it: 50 0.97 / 2.95, 10 0.99 /
 * 2.85 (medians), 3 or 30 no better on two of them. Four trunks' fronts: without 1.91, stiffness 50 1.86, 500 1.88.
 *
 * Bodies, provider 4, scaled by their hips, mean in mm / error of volume. Ten people from another generator than the
 * training's: 7.9 / 9.3 % with the trunk's values in one round (it does not reach the hips, and makes the person too
 * large), 5.1 / 4.5 % with the values used. Six people of the bench: 3.5 / 2.9 % and 3.3 / 2.8 %. Eight of the other
 * generator, counted roughly: stiffness 20 5.0 / 5.1 %, 50 5.8 / 5.8 %, 8 5.0 / 5.6 %; a usual 8 mm 5.8 / 7.1 %.
 * Triangles turned by more than 73° on eight bodies: 17 to 107, most between the buttocks; with softened normals 0 to 19.
 *
 * @param ignored per vertex, 1 if the surface is not the person's (cut ends); `scalp`: 1 where hair grows
 */
export function freeForm(
  mesh: Mesh,
  views: readonly FreeFormView[],
  { ignored, scalp }: { ignored: Uint8Array; scalp: Uint8Array },
  options: FreeFormOptions,
): Mesh {
  const { positions, triangles } = mesh;
  const edges = edgesOf(triangles, positions.length / 3);
  const freedom = FREEDOM[options.type];
  const normals = softNormals(mesh, edges, freedom.softened);
  const bend = bending(mesh, edges);
  const usualM = new Float64Array(scalp.length).fill(freedom.usualM);
  const moved = (by: Float64Array): Mesh => ({
    positions: positions.map((value, i) => value + normals[i]! * by[(i / 3) | 0]!),
    triangles,
  });
  let displacement: Float64Array = new Float64Array(positions.length / 3);
  for (let round = 0; round < options.rounds; round++) {
    const now = moved(displacement);
    const turned = vertexNormals(now);
    const pulls: Pulls = { first: [], second: [], share: [], rise: [], weight: [] };
    for (const { camera, outline } of views) {
      const rim = rimOf(now, turned, edges, camera, ignored);
      const { heightPx, focalPx, rotation: r, translation: t } = camera;
      const matches = matchOutlines(rim, outline, REACH * heightPx, heightPx);
      const limit = (DOUBT * heightPx) ** 2;
      for (let m = 0; m < matches.count; m++) {
        const i = matches.rim[m]!;
        const [a, b, share] = [rim.first[i]!, rim.second[i]!, rim.share[i]!];
        const mix = (values: Float64Array, c: number) => values[a * 3 + c]! * (1 - share) + values[b * 3 + c]! * share;
        const depth =
          r[6]! * mix(now.positions, 0) + r[7]! * mix(now.positions, 1) + r[8]! * mix(now.positions, 2) + t[2];
        const along = (k: number) =>
          r[k]! * mix(normals, 0) + r[k + 1]! * mix(normals, 1) + r[k + 2]! * mix(normals, 2);
        const pxPerMetre =
          ((matches.normal[m * 2]! * along(0) + matches.normal[m * 2 + 1]! * along(3)) * focalPx) / depth;
        if (pxPerMetre < (LEAST_ACROSS * focalPx) / depth) continue;
        const residual = matches.residual[m]!;
        const robust = (limit / (limit + residual * residual)) ** 2;
        const perPx = matches.lengthPx[m]! / (ALIKE * heightPx * (options.noise * heightPx) ** 2);
        pulls.first.push(a);
        pulls.second.push(b);
        pulls.share.push(share);
        pulls.rise.push(-residual / pxPerMetre);
        pulls.weight.push(perPx * robust * pxPerMetre * pxPerMetre);
      }
    }
    displacement = solveSmooth(displacement, pulls, bend, { stiffness: freedom.stiffness, usualM });
  }
  const now = moved(displacement);
  const hair = standingHair(now, edges, bend, { ignored, scalp }, views);
  return hair === undefined ? now : moved(displacement.map((value, v) => value + hair[v]!));
}

/**
 * Normals averaged `rounds` times with those of the neighbours; xyz per vertex, length at most 1. Between opposite
 * sides that are near each other (the cleft between the buttocks, fingers) they become short instead of crossing, so
 * that vertices moved along them do not pass through the other side.
 */
export function softNormals(mesh: Mesh, { ends }: Edges, rounds: number): Float64Array {
  let normals = vertexNormals(mesh);
  for (let round = 0; round < rounds; round++) {
    const sums = normals.slice();
    const counts = new Float64Array(sums.length / 3).fill(1);
    for (let e = 0; e < ends.length; e += 2) {
      const a = ends[e]!;
      const b = ends[e + 1]!;
      counts[a] = counts[a]! + 1;
      counts[b] = counts[b]! + 1;
      for (let c = 0; c < 3; c++) {
        sums[a * 3 + c] = sums[a * 3 + c]! + normals[b * 3 + c]!;
        sums[b * 3 + c] = sums[b * 3 + c]! + normals[a * 3 + c]!;
      }
    }
    normals = sums.map((sum, i) => sum / counts[(i / 3) | 0]!);
  }
  return normals;
}
