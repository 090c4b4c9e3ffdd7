import type { Mesh } from './mesh.ts';

/**
 * Loop's subdivision: each triangle becomes four, and the surface becomes smooth (Charles Loop, 1987, with Warren's
 * weights). Vertices that `isSharp`, such as those of a cut's rim, stay where they are.
 *
 * It rounds: a mean head moves by 0.18 mm (mean over its vertices) and a body by 0.40 mm, their volumes by −0.2 and
 * −0.5 %. Moving the vertices outwards beforehand, so that they end where they were, brought out ripples instead.
 */
export function subdivide({ positions, triangles }: Mesh, isSharp: (vertex: number) => boolean = () => false): Mesh {
  const count = positions.length / 3;
  const edges = new Map<number, { at: number; opposite: number[] }>();
  const around: Set<number>[] = Array.from({ length: count }, () => new Set());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!];
      around[a]!.add(b);
      around[b]!.add(a);
      const key = keyOf(a, b);
      const edge = edges.get(key);
      if (edge === undefined) edges.set(key, { at: count + edges.size, opposite: [c] });
      else edge.opposite.push(c);
    }
  }
  const out = new Float64Array((count + edges.size) * 3);
  for (let v = 0; v < count; v++)
    averaged(positions, v, around[v]!, isSharp(v) ? 0 : weightOf(around[v]!.size), out, v);
  for (const [key, { at, opposite }] of edges) {
    const [a, b] = endsOf(key);
    const isCrease = isSharp(a) && isSharp(b);
    const [ends, sides] = isCrease || opposite.length !== 2 ? [1 / 2, 0] : [3 / 8, 1 / 8];
    for (let c = 0; c < 3; c++) {
      const side = sides === 0 ? 0 : sides * (positions[opposite[0]! * 3 + c]! + positions[opposite[1]! * 3 + c]!);
      out[at * 3 + c] = ends * (positions[a * 3 + c]! + positions[b * 3 + c]!) + side;
    }
  }
  const finer = new Uint32Array(triangles.length * 4);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ab, bc, ca] = [edges.get(keyOf(a, b))!.at, edges.get(keyOf(b, c))!.at, edges.get(keyOf(c, a))!.at];
    finer.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], t * 4);
  }
  return { positions: out, triangles: finer };
}

const keyOf = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);
const endsOf = (key: number): [number, number] => [Math.floor(key / 2 ** 26), key % 2 ** 26];

/** Warren's simple weights: how much of a vertex's place comes from its neighbours together. */
const weightOf = (valence: number) => (valence === 3 ? 9 / 16 : 3 / 8);

function averaged(from: Float64Array, v: number, around: Set<number>, weight: number, out: Float64Array, at: number) {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (const n of around) sum += from[n * 3 + c]!;
    out[at * 3 + c] = (1 - weight) * from[v * 3 + c]! + (around.size === 0 ? 0 : (weight * sum) / around.size);
  }
}
