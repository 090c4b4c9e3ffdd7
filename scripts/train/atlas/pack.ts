import type { Flat } from './flatten.ts';

/** Cells along the atlas: of one, 5 texels of the smallest texture, is the gap between charts. */
const CELLS = 256;

/** A chart where it lies in the atlas: quarter turns, then moved; cells. */
interface Placed {
  turns: number;
  x: number;
  y: number;
}

/** Packs charts into the unit square as large as they go, turned by quarters; gives their u and v, two per vertex. */
export function packCharts(flats: readonly Flat[]): Float64Array[] {
  let [low, high] = [0, CELLS / Math.sqrt(flats.reduce((sum, flat) => sum + areaOf(flat), 0))];
  let best: Placed[] | undefined;
  for (let round = 0; round < 12; round++) {
    const scale = (low + high) / 2;
    const placed = placeAll(flats, scale);
    if (placed === undefined) high = scale;
    else {
      low = scale;
      best = placed;
    }
  }
  if (best === undefined) throw new Error('The charts do not fit into an atlas.');
  return flats.map((flat, i) =>
    turned(flat, low, best[i]!.turns).map((value, k) => (value + (k % 2 ? best[i]!.y : best[i]!.x)) / CELLS),
  );
}

export function areaOf({ corners, xy }: Flat): number {
  let sum = 0;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]! * 2, corners[t + 1]! * 2, corners[t + 2]! * 2];
    sum += Math.abs((xy[b]! - xy[a]!) * (xy[c + 1]! - xy[a + 1]!) - (xy[b + 1]! - xy[a + 1]!) * (xy[c]! - xy[a]!)) / 2;
  }
  return sum;
}

/** In cells, from its upper left corner, half a cell inside. */
function turned({ xy }: Flat, scale: number, turns: number): Float64Array {
  const [cosine, sine] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turns] as [number, number];
  const out = new Float64Array(xy.length);
  let [left, top] = [Infinity, Infinity];
  for (let i = 0; i < xy.length; i += 2) {
    out[i] = scale * (cosine * xy[i]! - sine * xy[i + 1]!);
    out[i + 1] = scale * (sine * xy[i]! + cosine * xy[i + 1]!);
    left = Math.min(left, out[i]!);
    top = Math.min(top, out[i + 1]!);
  }
  return out.map((value, k) => value - (k % 2 ? top : left) + 0.5);
}

/** The cells that a chart touches, and the next one on either side. */
interface Shape {
  width: number;
  height: number;
  cells: number[];
}

function shapeOf({ corners }: Flat, xy: Float64Array): Shape {
  const touched = new Set<number>();
  let [width, height] = [0, 0];
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]! * 2, corners[t + 1]! * 2, corners[t + 2]! * 2];
    const [x0, x1] = [Math.min(xy[a]!, xy[b]!, xy[c]!), Math.max(xy[a]!, xy[b]!, xy[c]!)];
    const [y0, y1] = [Math.min(xy[a + 1]!, xy[b + 1]!, xy[c + 1]!), Math.max(xy[a + 1]!, xy[b + 1]!, xy[c + 1]!)];
    // Triangles are smaller than a few cells: their boxes do.
    for (let y = Math.floor(y0 - 0.5); y <= y1 + 0.5; y++) {
      for (let x = Math.floor(x0 - 0.5); x <= x1 + 0.5; x++) touched.add(y * CELLS * 2 + x);
    }
    width = Math.max(width, Math.floor(x1 + 0.5) + 1);
    height = Math.max(height, Math.floor(y1 + 0.5) + 1);
  }
  return { width, height, cells: [...touched] };
}

function placeAll(flats: readonly Flat[], scale: number): Placed[] | undefined {
  const taken = new Uint8Array(CELLS * CELLS);
  const order = [...flats.keys()].sort((a, b) => areaOf(flats[b]!) - areaOf(flats[a]!) || a - b);
  const placed: Placed[] = [];
  for (const i of order) {
    const shapes = [0, 1, 2, 3].map((turns) => shapeOf(flats[i]!, turned(flats[i]!, scale, turns)));
    const found = firstPlace(taken, shapes);
    if (found === undefined) return undefined;
    for (const cell of shapes[found.turns]!.cells) taken[shifted(cell, found.x, found.y)] = 1;
    placed[i] = found;
  }
  return placed;
}

const shifted = (cell: number, x: number, y: number) =>
  (Math.floor(cell / (CELLS * 2)) + y) * CELLS + (cell % (CELLS * 2)) + x;

/** The place that reaches least far from the upper left corner. */
function firstPlace(taken: Uint8Array, shapes: readonly Shape[]): Placed | undefined {
  let best: (Placed & { reach: number }) | undefined;
  shapes.forEach(({ width, height, cells }, turns) => {
    for (let y = 0; y + height <= CELLS; y++) {
      for (let x = 0; x + width <= CELLS; x++) {
        const reach = Math.max(x + width, y + height) * CELLS + x + y;
        if (best !== undefined && reach >= best.reach) continue;
        if (cells.every((cell) => taken[shifted(cell, x, y)] === 0)) best = { turns, x, y, reach };
      }
    }
  });
  return best;
}
