import type { Mask } from '../image/plane.ts';

/** Loops shorter than this are specks. */
const SHORTEST_PX = 24;

/** Steps along x and y for the four directions right, down, left, up. */
const STEP_X = [1, 0, -1, 0] as const;
const STEP_Y = [0, 1, 0, -1] as const;

/**
 * The closed lines round inside pixels and round gaps in them, the longest first: corners of pixels in turn (x and y,
 * px), with the inside on the left. Everything beyond the picture counts as outside, so all loops close; those parts
 * lie on the picture's border. Loops that touch only at a corner stay separate.
 */
export function traceCracks({ widthPx, heightPx, inside }: Mask): Int32Array[] {
  // A border of one outside pixel makes checks for the picture's end unnecessary.
  const stride = widthPx + 2;
  const padded = new Uint8Array(stride * (heightPx + 2));
  for (let y = 0; y < heightPx; y++) padded.set(inside.subarray(y * widthPx, (y + 1) * widthPx), (y + 1) * stride + 1);
  // A corner has the number of the pixel below and right of it. These offsets give the pixels left and right of each
  // direction.
  const left = [-stride, 0, -1, -stride - 1];
  const right = [0, -1, -stride - 1, -stride];
  const isEdge = (corner: number, direction: number) =>
    padded[corner + left[direction]!] === 1 && padded[corner + right[direction]!] === 0;
  // Every loop has an edge that goes right, so starting from those finds all loops.
  const seen = new Uint8Array(padded.length);
  const loops: Int32Array[] = [];
  for (let y = 0; y <= heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const start = (y + 1) * stride + x + 1;
      if (padded[start] === 1 || padded[start - stride] === 0 || seen[start] === 1) continue;
      const corners: number[] = [];
      let [cx, cy, at, direction] = [x, y, start, 0];
      do {
        if (direction === 0) seen[at] = 1;
        corners.push(cx, cy);
        cx += STEP_X[direction]!;
        cy += STEP_Y[direction]!;
        at = (cy + 1) * stride + cx + 1;
        // The sharpest turn to the left is tried first: it keeps pixels apart that touch only at a corner.
        const sharp = (direction + 3) & 3;
        if (isEdge(at, sharp)) direction = sharp;
        else if (!isEdge(at, direction)) direction = (direction + 1) & 3;
      } while (cx !== x || cy !== y || direction !== 0);
      if (corners.length >= 2 * SHORTEST_PX) loops.push(Int32Array.from(corners));
    }
  }
  return loops.sort((a, b) => b.length - a.length);
}
