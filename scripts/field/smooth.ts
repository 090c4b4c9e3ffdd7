import { neighbourLists } from '../../src/engine/surface/edges.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';

/**
 * Taubin smoothing: a step towards the neighbours' mean, then a larger one away from it, which removes the grid's steps
 * and keeps the volume. The triangles stay the same.
 */
export function smooth(mesh: Mesh, rounds: number): Mesh {
  const neighbours = neighbourLists(mesh);
  let positions = mesh.positions;
  for (let round = 0; round < rounds; round++) {
    positions = moved(positions, neighbours, 0.5);
    positions = moved(positions, neighbours, -0.53);
  }
  return { positions, triangles: mesh.triangles };
}

function moved(positions: Float64Array, { start, of }: ReturnType<typeof neighbourLists>, share: number): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length / 3; i++) {
    const count = start[i + 1]! - start[i]!;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += positions[of[k]! * 3 + c]!;
      const here = positions[i * 3 + c]!;
      out[i * 3 + c] = count === 0 ? here : here + share * (sum / count - here);
    }
  }
  return out;
}
