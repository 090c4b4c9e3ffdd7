import type { Plane } from '../../../src/engine/image/plane.ts';
import type { Silhouette } from '../../../src/engine/silhouette/silhouette.ts';

/**
 * For every pixel of the padded picture, how deep inside the silhouette the run of its row gets: half the local
 * thickness of the body part that the row crosses there, in px. Outside it is that of the nearest run of the row.
 * Blurred down the rows, so that an arm that joins the trunk does not change it at one stroke.
 */
export function rowThickness({ distance }: Silhouette): Plane {
  const { widthPx, heightPx, values } = distance;
  const thickness = new Float32Array(values.length);
  for (let y = 0; y < heightPx; y++) fillRow(values, thickness, y * widthPx, widthPx);
  blurColumns(thickness, widthPx, heightPx, Math.max(2, Math.round(heightPx / 160)));
  return { widthPx, heightPx, values: thickness };
}

function fillRow(depth: Float32Array, out: Float32Array, start: number, widthPx: number): void {
  let previousEnd = start;
  let previous = 0;
  for (let x = 0; x < widthPx; ) {
    if (depth[start + x]! <= 0) {
      x++;
      continue;
    }
    const runStart = x;
    let deepest = 0;
    for (; x < widthPx && depth[start + x]! > 0; x++) deepest = Math.max(deepest, depth[start + x]!);
    // The gap before this run is shared with the run on its other side.
    const gapMiddle = previous === 0 ? start : (previousEnd + start + runStart) >> 1;
    out.fill(previous, previousEnd, gapMiddle);
    out.fill(deepest, gapMiddle, start + x);
    previousEnd = start + x;
    previous = deepest;
  }
  out.fill(previous, previousEnd, start + widthPx);
}

/** Box blur down the columns. The sums are carried on from row to row: of 32-bit depths they are exact in 64 bits. */
function blurColumns(values: Float32Array, widthPx: number, heightPx: number, radius: number): void {
  const before = values.slice();
  const rowAt = (y: number) => Math.min(heightPx - 1, Math.max(0, y)) * widthPx;
  const sums = new Float64Array(widthPx);
  for (let y = -radius; y <= radius; y++) {
    for (let x = 0, row = rowAt(y); x < widthPx; x++) sums[x] = sums[x]! + before[row + x]!;
  }
  for (let y = 0, i = 0; y < heightPx; y++) {
    const leaving = rowAt(y - radius);
    const coming = rowAt(y + radius + 1);
    for (let x = 0; x < widthPx; x++, i++) {
      values[i] = sums[x]! / (2 * radius + 1);
      sums[x] = sums[x]! + before[coming + x]! - before[leaving + x]!;
    }
  }
}
