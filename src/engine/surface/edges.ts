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
