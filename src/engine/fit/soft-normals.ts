import type { Edges } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';

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
