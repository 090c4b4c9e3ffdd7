import type { Mesh } from './mesh.ts';

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

interface NeighbourLists {
  /** Vertex i's neighbours are `of[start[i]]` to `of[start[i + 1] - 1]`. */
  start: Uint32Array;
  of: Uint32Array;
  /** For each neighbour, the place in the mesh's triangles where the edge to it begins. */
  edge: Uint32Array;
}

/** In a closed mesh each edge belongs to two triangles, so it occurs once in each direction. */
export function neighbourLists({ positions, triangles }: Mesh): NeighbourLists {
  const count = positions.length / 3;
  const start = new Uint32Array(count + 1);
  for (const vertex of triangles) start[vertex + 1] = start[vertex + 1]! + 1;
  for (let i = 0; i < count; i++) start[i + 1] = start[i + 1]! + start[i]!;
  const next = start.slice();
  const of = new Uint32Array(triangles.length);
  const edge = new Uint32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const from = triangles[t + k]!;
      of[next[from]!] = triangles[t + ((k + 1) % 3)]!;
      edge[next[from]!] = t + k;
      next[from] = next[from]! + 1;
    }
  }
  return { start, of, edge };
}

function moved(positions: Float64Array, { start, of }: NeighbourLists, share: number): Float64Array {
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
