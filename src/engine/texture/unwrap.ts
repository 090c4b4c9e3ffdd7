import type { Atlas } from '../morphable/morphable-model.ts';
import { edgesOf } from '../surface/edges.ts';
import type { Mesh } from '../surface/mesh.ts';
import { fourOfEach } from '../surface/subdivide.ts';

/** Texels by which a chart's colour is extended, against bleeding. Charts lie a 256th of the atlas apart. */
export const GUTTER = 3;

/**
 * Lays a finished surface out in its model's atlas; vertices on a seam are doubled.
 *
 * Cutting and packing charts anew for each person took 60 to 80 ms of a generation, and filled 0.39, 0.33 and 0.19 of
 * the texture (head, trunk, body), while the model's atlas fills 0.53, 0.57 and 0.47; the same place of two people was
 * in different charts.
 *
 * @param coarse the surface's triangles before subdivision, as the atlas has them
 */
export function unwrap(mesh: Mesh, coarse: Uint32Array, { charts, uvs }: Atlas, atlasPx: number) {
  const corners = chartVertices(coarse, charts).triangles;
  const count = uvs.length / 2;
  const edges = edgesOf(corners, count);
  const { ends } = edges;
  const texels = new Float64Array(uvs.length + ends.length);
  for (let i = 0; i < uvs.length; i++) texels[i] = uvs[i]! * atlasPx;
  // A new vertex lies half-way in the texture too.
  for (let k = 0; k < ends.length; k++) {
    const at = uvs.length + (k & ~1);
    for (let c = 0; c < 2; c++) texels[at + c] = texels[at + c]! + texels[ends[k]! * 2 + c]! / 2;
  }
  const triangles = fourOfEach(corners, edges, count);
  const source = new Uint32Array(texels.length / 2);
  for (let corner = 0; corner < triangles.length; corner++) source[triangles[corner]!] = mesh.triangles[corner]!;
  return {
    /** The vertex of the welded mesh that each vertex of the atlas mesh is a copy of. */
    source,
    /** Three indices into the atlas mesh's vertices per triangle. */
    triangles,
    /** Position in the atlas in texels, x and y in turn. */
    texels,
    atlasPx,
  };
}

export type Unwrapped = ReturnType<typeof unwrap>;

/**
 * A mesh's vertices, once for each chart they are in, in the order in which triangles use them; `source` is the vertex
 * of the mesh that each is a copy of.
 */
export function chartVertices(triangles: Uint32Array, charts: Uint8Array) {
  const source: number[] = [];
  const chartOf: number[] = [];
  const copies = new Map<number, number>();
  const corners = triangles.map((vertex, corner) => {
    const chart = charts[Math.floor(corner / 3)]!;
    const key = vertex * 256 + chart;
    const known = copies.get(key);
    if (known !== undefined) return known;
    copies.set(key, source.length);
    chartOf.push(chart);
    return source.push(vertex) - 1;
  });
  return { triangles: corners, source, chartOf };
}
