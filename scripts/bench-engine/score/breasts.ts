import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import type { nearestOn } from './nearest.ts';
import { moved, type Rigid } from './rigid.ts';

/** Volume of both breasts together, cm³. */
export interface BreastVolumes {
  truthCc: number;
  modelCc: number;
}

/**
 * Volume between each breast's surface and the best plane of its rim. The model's breast is where the truth's one lands
 * when each of its points goes to the nearest place of the model, so that rim and surface are the same part of the body
 * however the model is cut into triangles.
 *
 * @param wanted the truth's breast triangles
 */
export function breastVolumes(
  truth: Mesh,
  wanted: readonly number[],
  motion: Rigid,
  near: ReturnType<typeof nearestOn>,
): BreastVolumes {
  const aligned = moved(truth.positions, motion);
  const onModel = aligned.slice();
  for (const vertex of new Set(wanted.flatMap((t) => cornersOf(truth, t)))) {
    const { x, y, z } = near(aligned[vertex * 3]!, aligned[vertex * 3 + 1]!, aligned[vertex * 3 + 2]!);
    onModel.set([x, y, z], vertex * 3);
  }
  const volumes = { truthCc: 0, modelCc: 0 };
  for (const breast of parts(truth, wanted)) {
    const rim = rimOf(truth, breast);
    volumes.truthCc += volumeOverRim({ ...truth, positions: aligned }, breast, rim) * 1e6;
    volumes.modelCc += volumeOverRim({ ...truth, positions: onModel }, breast, rim) * 1e6;
  }
  return volumes;
}

const cornersOf = ({ triangles }: Mesh, t: number) => [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!];

/** Triangles that hang together, as lists. */
function parts(mesh: Mesh, wanted: readonly number[]): number[][] {
  const root = new Map<number, number>();
  const rootOf = (vertex: number): number => {
    const up = root.get(vertex) ?? vertex;
    if (up === vertex) return vertex;
    const top = rootOf(up);
    root.set(vertex, top);
    return top;
  };
  for (const t of wanted) for (const v of cornersOf(mesh, t)) root.set(rootOf(v), rootOf(cornersOf(mesh, t)[0]!));
  const found = new Map<number, number[]>();
  for (const t of wanted) {
    const key = rootOf(cornersOf(mesh, t)[0]!);
    found.set(key, [...(found.get(key) ?? []), t]);
  }
  return [...found.values()];
}

/** Vertices on edges that belong to one of the triangles only. */
function rimOf(mesh: Mesh, part: readonly number[]): number[] {
  const edges = new Map<string, [number, number]>();
  for (const t of part) {
    const corners = cornersOf(mesh, t);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k]!, corners[(k + 1) % 3]!];
      if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b]);
    }
  }
  return [...new Set([...edges.values()].flat())];
}

/** Signed volume between a patch and the plane that fits its rim best, positive on the patch's outer side; m³. */
function volumeOverRim(mesh: Mesh, part: readonly number[], rim: readonly number[]): number {
  const { positions: p } = mesh;
  const middle = [0, 1, 2].map((c) => rim.reduce((sum, v) => sum + p[v * 3 + c]!, 0) / rim.length);
  const patches = part.map((t) => {
    const [a, b, c] = cornersOf(mesh, t).map((v) => [0, 1, 2].map((k) => p[v * 3 + k]! - middle[k]!)) as number[][];
    const [u, w] = [a!, a!].map((from, i) => from.map((value, k) => [b!, c!][i]![k]! - value)) as [number[], number[]];
    const half = [u[1]! * w[2]! - u[2]! * w[1]!, u[2]! * w[0]! - u[0]! * w[2]!, u[0]! * w[1]! - u[1]! * w[0]!];
    return { half, sum: a!.map((value, k) => value + b![k]! + c![k]!) };
  });
  const n = planeNormal(rim.map((v) => [0, 1, 2].map((k) => p[v * 3 + k]! - middle[k]!)));
  return patches.reduce((total, { half, sum }) => total + (dot(n, sum) / 3) * (dot(n, half) / 2), 0);
}

const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** Direction in which points round the origin spread least: inverse iteration on their second moments. */
function planeNormal(points: readonly number[][]): number[] {
  const m = [0, 1, 2].map((i) => [0, 1, 2].map((j) => points.reduce((sum, q) => sum + q[i]! * q[j]!, 0)));
  const trace = m[0]![0]! + m[1]![1]! + m[2]![2]!;
  // The largest direction of (trace − moments) is the smallest of the moments.
  let n = [0.1, 0.2, 1];
  for (let round = 0; round < 200; round++) {
    const next = [0, 1, 2].map((i) => trace * n[i]! - dot(m[i]!, n));
    const length = Math.hypot(...next);
    n = next.map((value) => value / length);
  }
  return n;
}
