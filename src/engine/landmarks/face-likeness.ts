import type { BoxMean } from './spots.ts';

/** Soft spots of a drawn face: middle, half-widths and brightness, in distances of the pupils from their middle. */
const DRAWING: readonly (readonly [x: number, y: number, halfX: number, halfY: number, light: number])[] = [
  [-0.5, 0, 0.17, 0.08, -1],
  [0.5, 0, 0.17, 0.08, -1],
  [-0.52, -0.36, 0.28, 0.08, -0.6],
  [0.52, -0.36, 0.28, 0.08, -0.6],
  [-0.12, 0.68, 0.08, 0.06, -0.6],
  [0.12, 0.68, 0.08, 0.06, -0.6],
  [0, 1.08, 0.3, 0.06, -0.9],
  [0, 0.35, 0.12, 0.3, 0.5],
  [-0.5, 0.6, 0.2, 0.2, 0.4],
  [0.5, 0.6, 0.2, 0.2, 0.4],
];

const CELL = 0.1;
const CELLS: readonly (readonly [x: number, y: number, light: number])[] = cellsOf();

function cellsOf() {
  const cells: [number, number, number][] = [];
  for (let y = -0.5; y <= 1.5; y += CELL) {
    for (let x = -0.9; x <= 0.91; x += CELL) {
      let light = 0;
      for (const [atX, atY, halfX, halfY, spot] of DRAWING) {
        light += spot * Math.exp(-0.5 * (((x - atX) / halfX) ** 2 + ((y - atY) / halfY) ** 2));
      }
      cells.push([x, y, light]);
    }
  }
  return cells;
}

/**
 * How far the picture round two pupils looks like a simple drawing of a face: the correlation of their brightness, −1
 * to 1.
 */
export function faceLikeness(light: BoxMean, left: Place, right: Place): number {
  const [dx, dy] = [right.xPx - left.xPx, right.yPx - left.yPx];
  const [midX, midY] = [(left.xPx + right.xPx) / 2, (left.yPx + right.yPx) / 2];
  const half = Math.max(1, Math.round((Math.hypot(dx, dy) * CELL) / 2));
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (const [x, y, drawn] of CELLS) {
    const seen = light(Math.round(midX + x * dx - y * dy), Math.round(midY + x * dy + y * dx), half);
    n++;
    a += seen;
    b += drawn;
    aa += seen * seen;
    bb += drawn * drawn;
    ab += seen * drawn;
  }
  const spread = Math.sqrt(Math.max(1e-9, (aa - (a * a) / n) * (bb - (b * b) / n)));
  return (ab - (a * b) / n) / spread;
}

interface Place {
  xPx: number;
  yPx: number;
}
