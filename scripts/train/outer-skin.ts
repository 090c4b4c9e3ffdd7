import { boundsOf, type Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import type { FieldGrid } from '../field/field-grid.ts';
import { surfaceNets } from '../field/surface-nets.ts';
import { nearestOnTriangle } from './nearest-on-triangle.ts';

/** The part of a person that is kept, positive inside, metres; its cuts become flat caps. */
export type Kept = (x: number, y: number, z: number) => number;

/** Hollows that a ball of this radius cannot enter are filled: mouth, nostrils, gaps between fingers. */
export type Closing = (x: number, y: number, z: number) => number;

const BAND = 0.012;

/**
 * The left half (x ≥ 0) of one outer skin round everything that the mesh encloses; eyeballs are part of it, pockets
 * that cannot be reached from outside are not. Its border lies on x = 0.
 */
export function outerSkin(
  mesh: Mesh,
  kept: Kept,
  closing: Closing,
  cell: number,
  heights: readonly [number, number],
): Mesh {
  const grid = signedDistance(mesh, cell, heights);
  const closed = closeHollows(grid, closing);
  forEachSample(grid, (i, x, y, z) => {
    closed[i] = Math.min(closed[i]!, Math.max(-BAND, kept(x, y, z)));
  });
  return leftHalf(surfaceNets({ ...grid, values: closed }), cell);
}

function forEachSample({ size, origin, cell }: FieldGrid, visit: (i: number, x: number, y: number, z: number) => void) {
  for (let z = 0, i = 0; z < size[2]; z++) {
    for (let y = 0; y < size[1]; y++) {
      for (let x = 0; x < size[0]; x++, i++) visit(i, origin[0] + x * cell, origin[1] + y * cell, origin[2] + z * cell);
    }
  }
}

/** Positive inside. Samples lie at ±½, ±1½ … cells from x = 0; only two columns lie on the right. */
function signedDistance(mesh: Mesh, cell: number, heights: readonly [number, number]): FieldGrid {
  const { low, high } = boundsOf(mesh.positions);
  [low[1], high[1]] = [Math.max(low[1]!, heights[0]), Math.min(high[1]!, heights[1])];
  const margin = BAND + 3 * cell;
  const origin: Vec3 = [-1.5 * cell, low[1]! - margin, low[2]! - margin];
  const size = [0, 1, 2].map((k) => Math.ceil((high[k]! + margin - origin[k]!) / cell) + 1) as [number, number, number];
  const values = new Float32Array(size[0] * size[1] * size[2]).fill(BAND);
  const grid = { size, origin, cell, values };
  const { triangles, positions } = mesh;
  for (let t = 0; t < triangles.length; t += 3) spreadDistance(grid, positions, triangles, t);
  const winding = windingNumbers(grid, mesh);
  for (let i = 0; i < values.length; i++) if (winding[i]! <= 0) values[i] = -values[i]!;
  return grid;
}

function spreadDistance({ size, origin, cell, values }: FieldGrid, p: Float64Array, triangles: Uint32Array, t: number) {
  const from = [0, 0, 0];
  const to = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const along = [0, 1, 2].map((c) => p[triangles[t + c]! * 3 + k]!);
    from[k] = Math.max(0, Math.ceil((Math.min(...along) - BAND - origin[k]!) / cell));
    to[k] = Math.min(size[k]! - 1, Math.floor((Math.max(...along) + BAND - origin[k]!) / cell));
  }
  const found = new Float64Array(7);
  for (let z = from[2]!; z <= to[2]!; z++) {
    for (let y = from[1]!; y <= to[1]!; y++) {
      for (let x = from[0]!, i = (z * size[1] + y) * size[0] + x; x <= to[0]!; x++, i++) {
        nearestOnTriangle(p, triangles, t, origin[0] + x * cell, origin[1] + y * cell, origin[2] + z * cell, found);
        values[i] = Math.min(values[i]!, Math.sqrt(found[0]!));
      }
    }
  }
}

/** How often the surface goes round each sample, counted along z; a hair aside, so that no ray meets an edge. */
function windingNumbers({ size, origin, cell }: FieldGrid, { positions: p, triangles }: Mesh): Int8Array {
  const winding = new Int8Array(size[0] * size[1] * size[2]);
  const [dx, dy] = [cell * 1.234e-4, cell * 2.718e-4];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3];
    const edge = (i: number, j: number, x: number, y: number) =>
      (p[j]! - p[i]!) * (y - p[i + 1]!) - (p[j + 1]! - p[i + 1]!) * (x - p[i]!);
    const area = edge(a, b, p[c]!, p[c + 1]!);
    if (area === 0) continue;
    const range = (k: number) => {
      const along = [p[a + k]!, p[b + k]!, p[c + k]!];
      const low = Math.max(0, Math.floor((Math.min(...along) - origin[k]!) / cell));
      return [low, Math.min(size[k]! - 1, Math.ceil((Math.max(...along) - origin[k]!) / cell))] as const;
    };
    const [x0, x1] = range(0);
    const [y0, y1] = range(1);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [px, py] = [origin[0] + x * cell + dx, origin[1] + y * cell + dy];
        const [u, v, w] = [edge(b, c, px, py) / area, edge(c, a, px, py) / area, edge(a, b, px, py) / area];
        if (u < 0 || v < 0 || w < 0) continue;
        const crossing = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
        const first = Math.max(0, Math.ceil((crossing - origin[2]) / cell));
        // Entering through a triangle that faces −z.
        for (let z = first; z < size[2]; z++) winding[(z * size[1] + y) * size[0] + x]! += area < 0 ? 1 : -1;
      }
    }
  }
  return winding;
}

/**
 * Outside is what balls of the closing's radius reach from the grid's border. Without it the lids' gaps, the mouth
 * and the nostrils become deep folds, which no later step can bind.
 */
function closeHollows(grid: FieldGrid, closing: Closing): Float32Array {
  const { size, cell, values } = grid;
  const radius = new Float32Array(values.length);
  forEachSample(grid, (i, x, y, z) => {
    radius[i] = closing(x, y, z);
  });
  const reached = flood(grid, radius);
  const out = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = values[i]! >= 0 || reached[i] === 1 ? values[i]! : BAND;
  forEachSample(grid, (i) => {
    const depth = -values[i]!;
    if (reached[i] === 0 || depth > radius[i]! + 2 * cell) return;
    const reach = Math.ceil(depth / cell) + 1;
    const x0 = i % size[0];
    const y0 = Math.floor(i / size[0]) % size[1];
    const z0 = Math.floor(i / (size[0] * size[1]));
    for (let z = Math.max(0, z0 - reach); z <= Math.min(size[2] - 1, z0 + reach); z++) {
      for (let y = Math.max(0, y0 - reach); y <= Math.min(size[1] - 1, y0 + reach); y++) {
        for (let x = Math.max(0, x0 - reach); x <= Math.min(size[0] - 1, x0 + reach); x++) {
          const j = (z * size[1] + y) * size[0] + x;
          if (reached[j] === 1 || values[j]! >= 0) continue;
          const outside = Math.hypot(x - x0, y - y0, z - z0) * cell - depth;
          if (outside < out[j]!) out[j] = Math.max(values[j]!, outside);
        }
      }
    }
  });
  return out;
}

function flood({ size, values }: FieldGrid, radius: Float32Array): Uint8Array {
  const reached = new Uint8Array(values.length);
  const open = (i: number) => reached[i] === 0 && values[i]! < -Math.max(radius[i]!, 1e-9);
  const last = values.length - 1;
  reached[last] = 1;
  const stack = [last];
  const steps = [1, size[0], size[0] * size[1]];
  while (stack.length > 0) {
    const i = stack.pop()!;
    const at = [i % size[0], Math.floor(i / size[0]) % size[1], Math.floor(i / (size[0] * size[1]))];
    for (let k = 0; k < 3; k++) {
      for (const way of [-1, 1]) {
        const to = at[k]! + way;
        const j = i + way * steps[k]!;
        if (to < 0 || to >= size[k]! || !open(j)) continue;
        reached[j] = 1;
        stack.push(j);
      }
    }
  }
  return reached;
}

/** Removes everything right of x = 0; the column of vertices next to it is moved onto it. */
function leftHalf({ positions, triangles }: Mesh, cell: number): Mesh {
  const number = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const corners: number[] = [];
  const isLeft = (vertex: number) => positions[vertex * 3]! > -cell / 2;
  for (let t = 0; t < triangles.length; t += 3) {
    const triangle = triangles.subarray(t, t + 3);
    if (!triangle.every(isLeft)) continue;
    // A triangle with all corners on the middle plane would be its own mirror image.
    if (triangle.every((vertex) => positions[vertex * 3]! < cell / 2)) continue;
    for (const vertex of triangle) {
      if (number[vertex] === -1) {
        number[vertex] = kept.length / 3;
        const x = positions[vertex * 3]!;
        kept.push(x < cell / 2 ? 0 : x, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!);
      }
      corners.push(number[vertex]!);
    }
  }
  return { positions: new Float64Array(kept), triangles: new Uint32Array(corners) };
}
