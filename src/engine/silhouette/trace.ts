import type { Mask } from '../image/plane.ts';

/** A closed line round inside pixels, or round a gap in them: corners of pixels in turn, the inside on the left. */
export interface CrackLoop {
  /** x and y in turn, px; pixel (0, 0) is the top left corner of the top left pixel. */
  corners: Int32Array;
}

/** Loops shorter than this are specks. */
const SHORTEST_PX = 24;

/** Steps along x and y for the four directions right, down, left, up. */
const STEP_X = [1, 0, -1, 0] as const;
const STEP_Y = [0, 1, 0, -1] as const;

/**
 * Follows every edge between inside and outside pixels. Beyond the picture everything is outside, so that all loops
 * close; those stretches lie on the picture's border. Where two pixels touch at a corner the loops stay apart.
 */
export function traceCracks({ widthPx, heightPx, inside }: Mask): CrackLoop[] {
  const at = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < widthPx && y < heightPx && inside[y * widthPx + x] === 1 ? 1 : 0;
  /** Whether the edge that leads from a corner in a direction has inside on its left and outside on its right. */
  const isEdge = (x: number, y: number, direction: number) => {
    const [left, right] = (
      [
        [at(x, y - 1), at(x, y)],
        [at(x, y), at(x - 1, y)],
        [at(x - 1, y), at(x - 1, y - 1)],
        [at(x - 1, y - 1), at(x, y - 1)],
      ] as const
    )[direction]!;
    return left === 1 && right === 0;
  };
  // Every loop has an edge that leads right, so starting from those finds all.
  const seen = new Uint8Array((widthPx + 1) * (heightPx + 1));
  const loops: CrackLoop[] = [];
  for (let y = 0; y <= heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (seen[y * (widthPx + 1) + x] === 1 || !isEdge(x, y, 0)) continue;
      const corners: number[] = [];
      let [cx, cy, direction] = [x, y, 0];
      do {
        if (direction === 0) seen[cy * (widthPx + 1) + cx] = 1;
        corners.push(cx, cy);
        cx += STEP_X[direction]!;
        cy += STEP_Y[direction]!;
        // The sharpest turn to the left first: it keeps pixels that touch only at a corner apart.
        direction = [3, 0, 1].map((turn) => (direction + turn) & 3).find((next) => isEdge(cx, cy, next))!;
      } while (cx !== x || cy !== y || direction !== 0);
      if (corners.length >= 2 * SHORTEST_PX) loops.push({ corners: Int32Array.from(corners) });
    }
  }
  return loops.sort((a, b) => b.corners.length - a.corners.length);
}
