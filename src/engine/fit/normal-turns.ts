import { neighbourLists } from '../surface/edges.ts';
import { faceNormal } from '../surface/mesh.ts';
import type { FitSetup } from './observe.ts';
import type { PosedModel } from './posed-model.ts';

/**
 * Returns a function that takes from `row`, for each of the first `modes`, the change of a vertex's normal along `slope`.
 * The normal is the sum of its triangles' a × b + b × c + c × a, so a neighbour that moves by m, between the neighbours
 * `before` and `after` it, changes it by (before − after) × m. All of it before posing.
 */
export function normalTurns({ model, byVertex }: FitSetup, { rest, transforms }: PosedModel) {
  const { triangles } = model.mean;
  const { start, of, edge } = neighbourLists(model.mean);
  const afterIt = edge.map((at) => triangles[at % 3 === 0 ? at + 2 : at - 1]!);
  const joints = model.joints.length;
  const n = new Float64Array(3);
  return (vertex: number, slope: Float64Array, modes: number, row: Float64Array): void => {
    const [first, end] = [start[vertex]!, start[vertex + 1]!];
    const own = [0, 0, 0];
    for (let j = 0; j < joints; j++) {
      const weight = model.skinning[vertex * joints + j]!;
      for (let k = 0; k < 9; k++) own[k % 3] = own[k % 3]! + weight * transforms[j * 12 + k]! * slope[(k / 3) | 0]!;
    }
    const normal = [0, 0, 0];
    for (let e = first; e < end; e++) {
      faceNormal(rest, triangles, edge[e]! - (edge[e]! % 3), n);
      for (let c = 0; c < 3; c++) normal[c] = normal[c]! + n[c]!;
    }
    const squared = normal[0]! ** 2 + normal[1]! ** 2 + normal[2]! ** 2;
    const length = Math.sqrt(squared);
    const along = (own[0]! * normal[0]! + own[1]! * normal[1]! + own[2]! * normal[2]!) / squared;
    const [ax, ay, az] = own.map((value, c) => (value - along * normal[c]!) / length) as [number, number, number];
    for (let e = first; e < end; e++) {
      const after = afterIt[e]! * 3;
      const before = of[first + afterIt.subarray(first, end).indexOf(of[e]!)]! * 3;
      const dx = rest[before]! - rest[after]!;
      const dy = rest[before + 1]! - rest[after + 1]!;
      const dz = rest[before + 2]! - rest[after + 2]!;
      const [gx, gy, gz] = [dy * az - dz * ay, dz * ax - dx * az, dx * ay - dy * ax];
      for (let k = 0, o = of[e]! * model.modes.length * 3; k < modes; k++, o += 3) {
        row[k] = row[k]! + gx * byVertex[o]! + gy * byVertex[o + 1]! + gz * byVertex[o + 2]!;
      }
    }
  };
}
