import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import { runsOf } from './mask-rows.ts';

/** The edge of the picture that a side view looks to. */
export type Edge = 'left' | 'right';

/** A photo and its outline at one size. */
export interface Outlined {
  image: RgbImage;
  mask: Mask;
}

/** Range of rows, heights of a patch, and its largest distance from the edge; shares of the picture's height. */
const ROWS = [0.18, 0.65] as const;
const RADII = [0.012, 0.02, 0.028] as const;
const DEPTH = 0.1;
/** Weight of darkness beside redness, as in `find-areolas.ts`. */
const DARKNESS = 0.3;
/** Limit for the front: in 20 side photos it had 0.05 to 0.20, and 2.1 to 10 times the back's value. */
const LEAST = 0.045;
const CLEARLY_MORE = 1.7;

/** The edge of a trunk's side photo with a patch that is redder and darker than the skin above, below and behind it. */
export function towardsNipple({ image, mask }: Outlined): Edge | undefined {
  const patch = patchMeans(image, mask);
  const [left, right] = [strongest(patch, 'left', mask.heightPx), strongest(patch, 'right', mask.heightPx)];
  if (Math.max(left, right) < LEAST) return undefined;
  if (left > CLEARLY_MORE * right) return 'left';
  return right > CLEARLY_MORE * left ? 'right' : undefined;
}

function strongest(patch: PatchMean, edge: Edge, heightPx: number): number {
  let most = 0;
  for (let y = Math.round(ROWS[0] * heightPx); y < ROWS[1] * heightPx; y++) {
    for (const share of RADII) {
      const radius = Math.round(share * heightPx);
      const tall = Math.round(radius * 0.6);
      const flat = Math.round(radius * 0.4);
      for (let depth = 3; depth < DEPTH * heightPx; depth += 4) {
        // A patch outside the person is NaN, and no comparison with NaN is true.
        const middle = patch(edge, y, depth, tall, radius);
        const above = patch(edge, y - 2 * radius, depth, flat, radius);
        if (!(middle - above > most)) continue;
        const below = patch(edge, y + 2 * radius, depth, flat, radius);
        if (!(middle - below > most)) continue;
        const behind = patch(edge, y, depth + 2 * radius, tall, radius);
        if (middle - behind > most) most = middle - Math.max(above, below, behind);
      }
    }
  }
  return most;
}

/** Mean over a patch that begins `depth` px from the edge of the widest run; NaN if it does not fit into the run. */
type PatchMean = (edge: Edge, y: number, depth: number, halfHeight: number, width: number) => number;

function patchMeans(image: RgbImage, mask: Mask): PatchMean {
  const { heightPx } = mask;
  const stride = mask.widthPx + 1;
  const sums = sumsAlongRows(image);
  const from = new Int32Array(heightPx);
  const to = new Int32Array(heightPx);
  for (let y = 0; y < heightPx; y++) {
    const widest = runsOf(mask, y).sort((a, b) => b.to - b.from - (a.to - a.from))[0];
    from[y] = widest?.from ?? 0;
    to[y] = widest?.to ?? 0;
  }
  return (edge, y, depth, halfHeight, width) => {
    if (y < halfHeight || y + halfHeight >= heightPx) return Number.NaN;
    let sum = 0;
    for (let row = y - halfHeight; row <= y + halfHeight; row++) {
      if (to[row]! - from[row]! <= depth + width) return Number.NaN;
      const start = row * stride + (edge === 'left' ? from[row]! + depth : to[row]! - 1 - depth - width);
      sum += sums[start + width + 1]! - sums[start]!;
    }
    return sum / ((2 * halfHeight + 1) * (width + 1));
  };
}

/** Redness and darkness, summed from each row's start: one value more than there are columns. */
function sumsAlongRows({ widthPx, heightPx, rgb }: RgbImage): Float64Array {
  const sums = new Float64Array((widthPx + 1) * heightPx);
  for (let y = 0, i = 0, at = 0; y < heightPx; y++, at++) {
    for (let x = 0; x < widthPx; x++, i += 3, at++) {
      const r = rgb[i]!;
      const g = rgb[i + 1]!;
      const b = rgb[i + 2]!;
      sums[at + 1] = sums[at]! + Math.log((r + 12) / (g + 12)) - DARKNESS * Math.log(r + g + b + 36);
    }
  }
  return sums;
}
