import { enlargeMask, type Mask } from '../image/plane.ts';
import { projectAll } from '../render/rasterize.ts';
import { runsOf } from '../silhouette/mask-rows.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import type { Mesh } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import { coveredPixels } from './rim.ts';
import { nominalPose, viewCamera } from './view-camera.ts';

/** Height of the small pictures that are compared. */
const SMALL_PX = 64;

/**
 * Makes a first guess of scale and place: the mean person, seen from the usual angles, is laid on each mask at a grid
 * of scales and shifts. One scale is used for all photos, the one with the best sum. Overlap of the foreground alone
 * prefers a wrong scale on trunks that the picture cuts off, so the background's overlap counts as much.
 *
 * @param scales logarithms of picture heights per metre to try
 */
export function placeViews(
  mean: Mesh,
  middle: Vec3,
  silhouettes: readonly Silhouette[],
  usualFocal: number,
  scales: readonly number[],
) {
  const small = silhouettes.map(({ mask }) => shrunk(mask));
  const tried = scales.map((logScale) => {
    const best = silhouettes.map(({ view }, i) => {
      const mask = small[i]!;
      // The canvas is three times as large, so that parts shifted into the picture have been drawn.
      const canvas = { widthPx: mask.widthPx * 3, heightPx: mask.heightPx * 3 };
      const shared = { logFocal: Math.log(usualFocal / 3), logScale: logScale - Math.log(3) };
      const { camera } = viewCamera(nominalPose(view), shared, canvas, middle);
      const { inside } = coveredPixels(projectAll(mean.positions, camera), mean.triangles, canvas, 1);
      return bestShift(mask, sumsAlongRows(inside, canvas.widthPx));
    });
    return { logScale, best, total: best.reduce((sum, { overlap }) => sum + overlap, 0) };
  });
  const chosen = tried.reduce((most, one) => (one.total > most.total ? one : most));
  return {
    logScale: chosen.logScale,
    /** Per photo: the position of the middle of the person, metres right of and below the picture's middle. */
    offsets: chosen.best.map(({ dx, dy }): [number, number] => {
      const pxPerMetre = Math.exp(chosen.logScale) * SMALL_PX;
      return [dx / pxPerMetre, dy / pxPerMetre];
    }),
  };
}

type SmallMask = ReturnType<typeof shrunk>;

/** The inside of a small picture as runs (row, first column and one past the last, in turn), and its size in pixels. */
function shrunk(mask: Mask) {
  const small = enlargeMask(mask, Math.round((mask.widthPx * SMALL_PX) / mask.heightPx), SMALL_PX);
  const rows = Array.from({ length: SMALL_PX }, (_, y) => runsOf(small, y).map(({ from, to }) => [y, from, to]));
  const runs = Int32Array.from(rows.flat(2));
  let count = 0;
  for (let k = 0; k < runs.length; k += 3) count += runs[k + 2]! - runs[k + 1]!;
  return { widthPx: small.widthPx, heightPx: small.heightPx, runs, count };
}

/** The best shift of the canvas, px, and its √(IoU of the person · IoU of what is not the person), 0 to 1. */
function bestShift(mask: SmallMask, canvas: Sums): { dx: number; dy: number; overlap: number } {
  const { widthPx, heightPx } = mask;
  let best = { dx: 0, dy: 0, overlap: -1 };
  const visit = (dx: number, dy: number) => {
    const overlap = overlapAt(mask, canvas, widthPx - dx, heightPx - dy);
    if (overlap > best.overlap) best = { dx, dy, overlap };
  };
  for (let dy = -heightPx + 4; dy < heightPx; dy += 4) {
    for (let dx = -widthPx + 4; dx < widthPx; dx += 4) visit(dx, dy);
  }
  for (const step of [2, 1]) {
    const { dx, dy } = best;
    for (let v = -step; v <= step; v += step) for (let u = -step; u <= step; u += step) visit(dx + u, dy + v);
  }
  return best;
}

/** Overlap of the mask with the part of the canvas that starts at (left, top). */
function overlapAt({ widthPx, heightPx, runs, count }: SmallMask, { rows, stride }: Sums, left: number, top: number) {
  const last = rows.length / stride - heightPx;
  if (left < 0 || top < 0 || left >= stride - widthPx || top > last) return -1;
  let there = 0;
  for (let at = top * stride + left; at < (top + heightPx) * stride; at += stride)
    there += rows[at + widthPx]! - rows[at]!;
  let both = 0;
  for (let k = 0; k < runs.length; k += 3) {
    const row = (top + runs[k]!) * stride + left;
    both += rows[row + runs[k + 2]!]! - rows[row + runs[k + 1]!]!;
  }
  const total = widthPx * heightPx;
  const either = count + there - both;
  const foreground = either === 0 ? 0 : both / either;
  const background = total - both === 0 ? 0 : (total - either) / (total - both);
  return count === total ? foreground : Math.sqrt(foreground * background);
}

type Sums = ReturnType<typeof sumsAlongRows>;

/** Number of covered pixels left of each column's edge, row by row; a row has one edge more than columns. */
function sumsAlongRows(covered: Uint8Array, widthPx: number) {
  const stride = widthPx + 1;
  const rows = new Int32Array((covered.length / widthPx) * stride);
  for (let i = 0, at = 0; i < covered.length; at++) {
    for (let x = 0; x < widthPx; x++, i++, at++) rows[at + 1] = rows[at]! + covered[i]!;
  }
  return { rows, stride };
}
