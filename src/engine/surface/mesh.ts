/** Triangles over shared vertices; counter-clockwise seen from outside. */
export interface Mesh {
  /** x, y, z in turn. */
  positions: Float64Array;
  /** Three vertex indices per triangle. */
  triangles: Uint32Array;
}

/** A mesh in the form that viewers need: vertices are doubled at texture seams, so positions may repeat. */
export interface AtlasMesh extends Mesh {
  normals: Float64Array;
  /** u and v in turn, 0 to 1 from the texture's upper left corner. */
  uvs: Float64Array;
}

/** Unit normals per vertex, weighted by the triangles' areas. */
export function vertexNormals({ positions, triangles }: Mesh): Float64Array {
  const normals = new Float64Array(positions.length);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    for (let k = 0; k < 3; k++) {
      const at = triangles[t + k]! * 3;
      normals[at] = normals[at]! + n[0]!;
      normals[at + 1] = normals[at + 1]! + n[1]!;
      normals[at + 2] = normals[at + 2]! + n[2]!;
    }
  }
  return unitVectors(normals);
}

/** Gives the vectors length 1, in place; those of length 0 stay. */
export function unitVectors(vectors: Float64Array): Float64Array {
  for (let i = 0; i < vectors.length; i += 3) {
    const length = Math.hypot(vectors[i]!, vectors[i + 1]!, vectors[i + 2]!) || 1;
    for (let c = 0; c < 3; c++) vectors[i + c] = vectors[i + c]! / length;
  }
  return vectors;
}

/** Normal of the triangle that starts at index `t`, with twice its area as length. */
export function faceNormal(positions: Float64Array, triangles: Uint32Array, t: number, out: Float64Array): void {
  const a = triangles[t]! * 3;
  const b = triangles[t + 1]! * 3;
  const c = triangles[t + 2]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Enclosed volume; negative if the mesh is turned inside out. */
export function volumeOf({ positions: p, triangles }: Mesh): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    sum +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) -
      p[a + 1]! * (p[b]! * p[c + 2]! - p[b + 2]! * p[c]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return sum / 6;
}

export function scaledMesh({ positions, triangles }: Mesh, factor: number): Mesh {
  return { positions: positions.map((value) => value * factor), triangles };
}

/** Smallest and largest coordinates of x, y, z triples. */
export function boundsOf(positions: ArrayLike<number>): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return { low, high };
}
