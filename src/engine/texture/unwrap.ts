import type { Mesh } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import { type Chart, cutCharts } from './charts.ts';
import { packRectangles } from './pack.ts';

export interface Unwrapped {
  /** Vertex of the welded mesh that each vertex of the atlas mesh is a copy of. */
  source: Uint32Array;
  /** Three indices into the atlas mesh's vertices per triangle. */
  triangles: Uint32Array;
  /** Position in the atlas in texels, x and y in turn. */
  texels: Float64Array;
  atlasPx: number;
}

/** Lays a closed mesh flat into a square atlas; vertices on a seam are doubled. */
export function unwrap(mesh: Mesh, atlasPx: number): Unwrapped {
  const charts = cutCharts(mesh);
  const flats = charts.map((chart) => flatten(mesh, chart));
  const { density, places } = packRectangles(flats, atlasPx);
  const source: number[] = [];
  const texels: number[] = [];
  const triangles = new Uint32Array(mesh.triangles.length);
  const copies = new Int32Array(mesh.positions.length / 3).fill(-1);
  charts.forEach((chart, index) => {
    const { left, top } = flats[index]!;
    const place = places[index]!;
    const firstOfChart = source.length;
    const copyOf = (vertex: number) => {
      const known = copies[vertex]!;
      if (known >= firstOfChart) return known;
      const at = source.length;
      copies[vertex] = at;
      source.push(vertex);
      const u = along(mesh.positions, vertex, chart.right);
      const v = along(mesh.positions, vertex, chart.down);
      texels.push(place.x + 0.5 + (u - left) * density, place.y + 0.5 + (v - top) * density);
      return at;
    };
    for (const t of chart.triangles) {
      for (let k = 0; k < 3; k++) triangles[t * 3 + k] = copyOf(mesh.triangles[t * 3 + k]!);
    }
  });
  return { source: new Uint32Array(source), triangles, texels: new Float64Array(texels), atlasPx };
}

interface Flat {
  left: number;
  top: number;
  width: number;
  height: number;
}

const along = (positions: Float64Array, vertex: number, d: Vec3) =>
  positions[vertex * 3]! * d[0] + positions[vertex * 3 + 1]! * d[1] + positions[vertex * 3 + 2]! * d[2];

function flatten({ positions, triangles }: Mesh, chart: Chart): Flat {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const t of chart.triangles) {
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[t * 3 + k]!;
      const u = along(positions, vertex, chart.right);
      const v = along(positions, vertex, chart.down);
      left = Math.min(left, u);
      right = Math.max(right, u);
      top = Math.min(top, v);
      bottom = Math.max(bottom, v);
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}
