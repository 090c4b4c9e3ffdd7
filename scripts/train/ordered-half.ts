import type { Mesh } from '../../src/engine/surface/mesh.ts';

/** Orders a half surface so that each vertex but the first has a neighbour before it: small steps to write down. */
export function orderedHalf({ positions, triangles }: Mesh): Mesh {
  const count = positions.length / 3;
  const neighbours: number[][] = Array.from({ length: count }, () => []);
  for (let t = 0; t < triangles.length; t++) {
    neighbours[triangles[t]!]!.push(triangles[t - (t % 3) + ((t + 1) % 3)]!, triangles[t - (t % 3) + ((t + 2) % 3)]!);
  }
  let top = 0;
  for (let i = 0; i < count; i++) if (positions[i * 3 + 1]! > positions[top * 3 + 1]!) top = i;
  const order = [top];
  const number = new Int32Array(count).fill(-1);
  number[top] = 0;
  for (const vertex of order) {
    for (const next of neighbours[vertex]!) {
      if (number[next] !== -1) continue;
      number[next] = order.length;
      order.push(next);
    }
  }
  // Loose crumbs that a coarse grid leaves are not reached and go.
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    if (number[triangles[t]!] === -1) continue;
    kept.push(number[triangles[t]!]!, number[triangles[t + 1]!]!, number[triangles[t + 2]!]!);
  }
  const sorted = kept.map((_, i) => i).filter((i) => i % 3 === 0);
  sorted.sort(
    (a, b) => Math.min(kept[a]!, kept[a + 1]!, kept[a + 2]!) - Math.min(kept[b]!, kept[b + 1]!, kept[b + 2]!),
  );
  return {
    positions: Float64Array.from(order.flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)])),
    triangles: Uint32Array.from(sorted.flatMap((t) => kept.slice(t, t + 3))),
  };
}
