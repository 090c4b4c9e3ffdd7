import type { Mesh } from '../surface/mesh.ts';

/**
 * Signed volume between a patch of a mesh and the plane that fits its rim best, positive on the patch's outer side; in
 * the mesh's unit, cubed.
 *
 * @param patch numbers of connected triangles with one rim
 */
export function rimVolume(mesh: Mesh, patch: readonly number[]): number {
  const { positions: p } = mesh;
  const rim = rimVertices(mesh, patch);
  const middle = [0, 1, 2].map((c) => rim.reduce((sum, v) => sum + p[v * 3 + c]!, 0) / rim.length);
  const away = (v: number) => middle.map((m, c) => p[v * 3 + c]! - m);
  const normal = planeNormal(rim.map(away));
  let volume = 0;
  for (const t of patch) {
    const [a, b, c] = cornersOf(mesh, t).map(away) as [number[], number[], number[]];
    const [u, w] = [b.map((value, k) => value - a[k]!), c.map((value, k) => value - a[k]!)];
    const twice = [u[1]! * w[2]! - u[2]! * w[1]!, u[2]! * w[0]! - u[0]! * w[2]!, u[0]! * w[1]! - u[1]! * w[0]!];
    // A prism over the triangle's shadow on the plane, with the height of its middle.
    volume += ((dot(normal, a) + dot(normal, b) + dot(normal, c)) / 3) * (dot(normal, twice) / 2);
  }
  return volume;
}

const cornersOf = ({ triangles }: Mesh, t: number) => [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!];

/** The patch without the triangles that touch its rim. */
export function withoutRim(mesh: Mesh, patch: readonly number[]): number[] {
  const rim = new Set(rimVertices(mesh, patch));
  return patch.filter((t) => !cornersOf(mesh, t).some((vertex) => rim.has(vertex)));
}

/** Vertices on edges that belong to only one of the triangles. */
function rimVertices(mesh: Mesh, patch: readonly number[]): number[] {
  const edges = new Map<string, [number, number]>();
  for (const t of patch) {
    const corners = cornersOf(mesh, t);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k]!, corners[(k + 1) % 3]!];
      if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b]);
    }
  }
  return [...new Set([...edges.values()].flat())];
}

const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** The direction in which points round the origin spread least, by inverse iteration on their second moments. */
function planeNormal(points: readonly number[][]): number[] {
  const m = [0, 1, 2].map((i) => [0, 1, 2].map((j) => points.reduce((sum, q) => sum + q[i]! * q[j]!, 0)));
  const trace = m[0]![0]! + m[1]![1]! + m[2]![2]!;
  // The largest direction of (trace − moments) is the smallest one of the moments.
  let n = [0.1, 0.2, 1];
  for (let round = 0; round < 200; round++) {
    const next = [0, 1, 2].map((i) => trace * n[i]! - dot(m[i]!, n));
    const length = Math.hypot(...next);
    n = next.map((value) => value / length);
  }
  return n;
}
