import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { cornersInside, type FieldGrid, insideOf, stepsOf } from './field-grid.ts';

/**
 * Surface nets (Gibson): one vertex per cell that the surface passes, in the middle of the edge crossings; one quad
 * per grid edge that it crosses. With a grid from `makeSolid` the result is a closed manifold.
 *
 * Marching tetrahedra was the alternative: as closed, but three to four times the triangles, many of them slivers.
 */
export function surfaceNets(grid: FieldGrid): Mesh {
  const vertexOf = new Int32Array(grid.values.length).fill(-1);
  const inside = insideOf(grid.values);
  const positions = placeVertices(grid, inside, vertexOf);
  return { positions, triangles: connect(grid, inside, vertexOf, positions) };
}

/** The twelve edges of a cell, as pairs of its corners; a corner's bits are its x, y and z. */
const CELL_EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].filter((bit) => (corner & bit) === 0).map((bit) => [corner, corner | bit] as const),
);

function placeVertices(
  { size, origin, cell, values }: FieldGrid,
  inside: Uint8Array,
  vertexOf: Int32Array,
): Float64Array {
  const [sx, sy, sz] = size;
  const along = stepsOf(size);
  const corner = [0, 1, sx, sx + 1, sx * sy, sx * sy + 1, sx * sy + sx, sx * sy + sx + 1];
  const positions: number[] = [];
  for (let z = 0; z < sz - 1; z++) {
    for (let y = 0; y < sy - 1; y++) {
      for (let x = 0, i = (z * sy + y) * sx; x < sx - 1; x++, i++) {
        const count = cornersInside(inside, i, along);
        if (count === 0 || count === 8) continue;
        vertexOf[i] = positions.length / 3;
        const [mx, my, mz] = meanCrossing(values, i, corner);
        positions.push(origin[0] + (x + mx) * cell, origin[1] + (y + my) * cell, origin[2] + (z + mz) * cell);
      }
    }
  }
  return new Float64Array(positions);
}

function meanCrossing(values: Float32Array, i: number, corner: readonly number[]): [number, number, number] {
  let [x, y, z, count] = [0, 0, 0, 0];
  for (const [from, to] of CELL_EDGES) {
    const a = values[i + corner[from]!]!;
    const b = values[i + corner[to]!]!;
    if (a > 0 === b > 0) continue;
    const t = a / (a - b);
    const bit = to - from;
    x += (from & 1) + (bit === 1 ? t : 0);
    y += ((from >> 1) & 1) + (bit === 2 ? t : 0);
    z += (from >> 2) + (bit === 4 ? t : 0);
    count++;
  }
  return [x / count, y / count, z / count];
}

function connect({ size }: FieldGrid, inside: Uint8Array, vertexOf: Int32Array, positions: Float64Array): Uint32Array {
  const [sx, sy, sz] = size;
  const along = stepsOf(size);
  const triangles: number[] = [];
  for (let z = 1; z < sz - 1; z++) {
    for (let y = 1; y < sy - 1; y++) {
      for (let x = 1, i = (z * sy + y) * sx + 1; x < sx - 1; x++, i++) {
        for (let k = 0; k < 3; k++) {
          if (inside[i + along[k]!] === inside[i]) continue;
          const u = along[(k + 1) % 3]!;
          const v = along[(k + 2) % 3]!;
          const quad = [vertexOf[i]!, vertexOf[i - u]!, vertexOf[i - u - v]!, vertexOf[i - v]!];
          if (inside[i] === 0) quad.reverse();
          pushQuad(triangles, quad as [number, number, number, number], positions);
        }
      }
    }
  }
  return new Uint32Array(triangles);
}

/** Split along the shorter diagonal. */
function pushQuad(triangles: number[], [a, b, c, d]: [number, number, number, number], p: Float64Array): void {
  const squared = (i: number, j: number) =>
    (p[3 * i]! - p[3 * j]!) ** 2 + (p[3 * i + 1]! - p[3 * j + 1]!) ** 2 + (p[3 * i + 2]! - p[3 * j + 2]!) ** 2;
  if (squared(a, c) <= squared(b, d)) triangles.push(a, b, c, a, c, d);
  else triangles.push(a, b, d, b, c, d);
}
