import type { Mesh } from './mesh.ts';

/** The edges of a triangle mesh, each once, in the order in which triangles use them. */
export interface Edges {
  /** Two vertices per edge. */
  ends: Uint32Array;
  /** Three edges per triangle: 0–1, 1–2, 2–0. */
  ofTriangle: Uint32Array;
}

export function edgesOf(triangles: Uint32Array, vertices: number): Edges {
  const ends = new Uint32Array(triangles.length * 2);
  const ofTriangle = new Uint32Array(triangles.length);
  // The edges at each vertex form a chain; each edge is in the chain of its smaller vertex.
  const first = new Int32Array(vertices).fill(-1);
  const next = new Int32Array(triangles.length);
  let count = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const a = triangles[corner]!;
    const b = triangles[corner % 3 === 2 ? corner - 2 : corner + 1]!;
    const smaller = Math.min(a, b);
    let edge = first[smaller]!;
    while (edge >= 0 && ends[edge * 2]! + ends[edge * 2 + 1]! !== a + b) edge = next[edge]!;
    if (edge < 0) {
      edge = count++;
      ends[edge * 2] = a;
      ends[edge * 2 + 1] = b;
      next[edge] = first[smaller]!;
      first[smaller] = edge;
    }
    ofTriangle[corner] = edge;
  }
  return { ends: ends.slice(0, count * 2), ofTriangle };
}

/**
 * Vertex i's neighbours are `of[start[i]]` to `of[start[i + 1] - 1]`; `edge` is, for each, the place in the mesh's
 * triangles where the edge to it begins. In a closed mesh each edge occurs once in each direction.
 */
export function neighbourLists({ positions, triangles }: Mesh) {
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
