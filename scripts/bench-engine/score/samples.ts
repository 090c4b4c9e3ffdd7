import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** Points spread over a surface, each with the unit normal there and the area that it stands for, m and m². */
export interface Samples {
  points: Float64Array;
  normals: Float64Array;
  areas: Float64Array;
}

/**
 * Cuts triangles into equal parts with edges no longer than `spacingM` and takes the parts' middles: the same points
 * each time and no noise of chance, where a random sample of 15,000 points moves a mean by some 0.03 mm.
 */
export function samplesOf({ positions: p, triangles }: Mesh, wanted: readonly number[], spacingM: number): Samples {
  const points: number[] = [];
  const normals: number[] = [];
  const areas: number[] = [];
  for (const t of wanted) {
    const [a, b, c] = [0, 1, 2].map((k) => triangles[t * 3 + k]! * 3) as [number, number, number];
    const edge = (i: number, j: number) => [0, 1, 2].map((k) => p[j + k]! - p[i + k]!) as [number, number, number];
    const [u, v, w] = [edge(a, b), edge(a, c), edge(b, c)];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const twice = Math.hypot(...n);
    if (twice === 0) continue;
    const cuts = Math.max(1, Math.ceil(Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...w)) / spacingM));
    for (let i = 0; i < cuts; i++) {
      for (let j = 0; j < 2 * (cuts - i) - 1; j++) {
        // Of each row's parts, every second one stands on its head.
        const shift = j % 2 === 0 ? 1 / 3 : 2 / 3;
        const [s, q] = [(i + shift) / cuts, (Math.floor(j / 2) + shift) / cuts];
        for (let k = 0; k < 3; k++) {
          points.push(p[a + k]! + s * u[k]! + q * v[k]!);
          normals.push(n[k]! / twice);
        }
        areas.push(twice / 2 / (cuts * cuts));
      }
    }
  }
  return {
    points: Float64Array.from(points),
    normals: Float64Array.from(normals),
    areas: Float64Array.from(areas),
  };
}

/** About `count` of the samples, each for an equal share of the area. */
export function someOf({ points, normals, areas }: Samples, count: number): Samples {
  const total = areas.reduce((sum, area) => sum + area, 0);
  const chosen: number[] = [];
  let [reached, next] = [0, total / count / 2];
  for (let i = 0; i < areas.length; i++) {
    reached += areas[i]!;
    for (; next < reached; next += total / count) chosen.push(i);
  }
  const triples = (values: Float64Array) =>
    Float64Array.from({ length: chosen.length * 3 }, (_, i) => values[chosen[Math.floor(i / 3)]! * 3 + (i % 3)]!);
  return {
    points: triples(points),
    normals: triples(normals),
    areas: new Float64Array(chosen.length).fill(total / count),
  };
}

export function joined(a: Samples, b: Samples): Samples {
  const both = (x: Float64Array, y: Float64Array) => Float64Array.from([...x, ...y]);
  return { points: both(a.points, b.points), normals: both(a.normals, b.normals), areas: both(a.areas, b.areas) };
}
