/** The edges of a triangle mesh, each once. */
export interface Edges {
  /** Two vertices per edge. */
  ends: Uint32Array;
  /** Three edges per triangle: opposite to no corner in particular, but 0–1, 1–2, 2–0. */
  ofTriangle: Uint32Array;
}

export function edgesOf(triangles: Uint32Array, vertices: number): Edges {
  const known = new Map<number, number>();
  const ends: number[] = [];
  const ofTriangle = new Uint32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k]!;
      const b = triangles[t + ((k + 1) % 3)]!;
      const key = Math.min(a, b) * vertices + Math.max(a, b);
      let edge = known.get(key);
      if (edge === undefined) {
        edge = ends.length / 2;
        known.set(key, edge);
        ends.push(a, b);
      }
      ofTriangle[t + k] = edge;
    }
  }
  return { ends: Uint32Array.from(ends), ofTriangle };
}
