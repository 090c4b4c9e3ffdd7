import { rootOf } from '../root-of.ts';
import type { Mesh } from '../surface/mesh.ts';

/** A closed curve in a level plane: x and z of its points, unordered. */
export type Loop = readonly (readonly [number, number])[];

/** Cuts a closed mesh at a height and returns the separate closed curves of the cut. */
export function sliceLoops({ positions, triangles }: Mesh, heightY: number): Loop[] {
  const vertices = positions.length / 3;
  const pointOf = new Map<number, number>();
  const points: (readonly [number, number])[] = [];
  const parent: number[] = [];
  const crossing = (a: number, b: number) => {
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    const known = pointOf.get(key);
    if (known !== undefined) return known;
    const share = (heightY - positions[a * 3 + 1]!) / (positions[b * 3 + 1]! - positions[a * 3 + 1]!);
    const mix = (c: number) => positions[a * 3 + c]! * (1 - share) + positions[b * 3 + c]! * share;
    pointOf.set(key, points.length);
    parent.push(points.length);
    return points.push([mix(0), mix(2)]) - 1;
  };
  const isAbove = (vertex: number) => positions[vertex * 3 + 1]! > heightY;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    const above = [isAbove(corners[0]), isAbove(corners[1]), isAbove(corners[2])];
    if (above[0] === above[1] && above[1] === above[2]) continue;
    const cut = [0, 1, 2].filter((k) => above[k] !== above[(k + 1) % 3]);
    const [p, q] = cut.map((k) => crossing(corners[k]!, corners[(k + 1) % 3]!)) as [number, number];
    parent[rootOf(parent, p)] = rootOf(parent, q);
  }
  const loops = new Map<number, (readonly [number, number])[]>();
  points.forEach((point, i) => {
    const loop = loops.get(rootOf(parent, i));
    if (loop === undefined) loops.set(rootOf(parent, i), [point]);
    else loop.push(point);
  });
  return [...loops.values()];
}
