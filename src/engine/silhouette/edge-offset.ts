import type { RgbImage } from '../../photo/decode.ts';

/** The largest distance between the edge and its expected place, in px of the mask. */
const REACH_PX = 2.5;
/** The colours of the two sides are read at these distances from the edge, in px of the mask. */
const SIDE_PX = [2, 4.5] as const;
const STEP = 0.25;
/** Less contrast than this between the sides tells nothing; 8-bit steps over all channels. */
const LEAST_CONTRAST = 18;
/** The error of an edge in full contrast, and of one that cannot be seen; px of the mask. */
const SIGMA_PX = { least: 0.15, unseen: 8 } as const;

export interface EdgeOffset {
  /** Distance along the normal, positive outwards, in px of the image. */
  offset: number;
  sigma: number;
}

const person = new Float64Array(3);
const wall = new Float64Array(3);
const colour = new Float64Array(3);

/**
 * Finds the place along a normal where the colour is half-way between the person's and the wall's, both read a little
 * away from the edge. The crossing nearest to the start counts.
 *
 * @param ratio px of the image per px of the mask
 */
export function edgeOffset(image: RgbImage, x: number, y: number, nx: number, ny: number, ratio: number): EdgeOffset {
  meanAlong(image, x, y, nx, ny, -SIDE_PX[1] * ratio, -SIDE_PX[0] * ratio, person);
  meanAlong(image, x, y, nx, ny, SIDE_PX[0] * ratio, SIDE_PX[1] * ratio, wall);
  const span = [0, 1, 2].map((c) => person[c]! - wall[c]!) as [number, number, number];
  const length = span[0] ** 2 + span[1] ** 2 + span[2] ** 2;
  if (length < LEAST_CONTRAST ** 2) return { offset: 0, sigma: SIGMA_PX.unseen * ratio };
  const shareAt = (along: number) => {
    sample(image, x + nx * along, y + ny * along, colour);
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (colour[c]! - wall[c]!) * span[c]!;
    return sum / length;
  };
  const reach = REACH_PX * ratio;
  const step = STEP * ratio;
  let nearest: number | undefined;
  let before = shareAt(-reach);
  for (let along = -reach + step; along <= reach; along += step) {
    const share = shareAt(along);
    if (before >= 0.5 && share < 0.5) {
      const crossing = along - (step * (0.5 - share)) / (before - share);
      if (nearest === undefined || Math.abs(crossing) < Math.abs(nearest)) nearest = crossing;
    }
    before = share;
  }
  if (nearest === undefined) return { offset: 0, sigma: SIGMA_PX.unseen * ratio };
  const faintness = Math.min(1, LEAST_CONTRAST / Math.sqrt(length));
  return { offset: nearest, sigma: (SIGMA_PX.least + faintness) * ratio };
}

function meanAlong(
  image: RgbImage,
  x: number,
  y: number,
  nx: number,
  ny: number,
  from: number,
  to: number,
  out: Float64Array,
): void {
  out.fill(0);
  const steps = 5;
  for (let k = 0; k < steps; k++) {
    const along = from + ((to - from) * k) / (steps - 1);
    sample(image, x + nx * along, y + ny * along, colour);
    for (let c = 0; c < 3; c++) out[c] = out[c]! + colour[c]! / steps;
  }
}

/**
 * The person's share of the colour in steps of one px along a normal, from `reach` px inside to `reach` px outside; the
 * ends count as all person and all wall. False if the two are too much alike.
 */
export function sharesAlong(
  image: RgbImage,
  x: number,
  y: number,
  nx: number,
  ny: number,
  reach: number,
  out: Float64Array,
): boolean {
  meanAlong(image, x, y, nx, ny, -reach, -reach * 0.7, person);
  meanAlong(image, x, y, nx, ny, reach * 0.7, reach, wall);
  let length = 0;
  for (let c = 0; c < 3; c++) length += (person[c]! - wall[c]!) ** 2;
  if (length < (2 * LEAST_CONTRAST) ** 2) return false;
  for (let k = -reach; k <= reach; k++) {
    sample(image, x + nx * k, y + ny * k, colour);
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (colour[c]! - wall[c]!) * (person[c]! - wall[c]!);
    out[k + reach] = sum / length;
  }
  return true;
}

/** Bilinear interpolation between pixel centres, clamped at the border. */
function sample({ widthPx, heightPx, rgb }: RgbImage, x: number, y: number, out: Float64Array): void {
  const px = Math.min(widthPx - 1.001, Math.max(0, x - 0.5));
  const py = Math.min(heightPx - 1.001, Math.max(0, y - 0.5));
  const i = ((py | 0) * widthPx + (px | 0)) * 3;
  const fx = px - (px | 0);
  const fy = py - (py | 0);
  const below = i + widthPx * 3;
  for (let c = 0; c < 3; c++) {
    const upper = rgb[i + c]! + (rgb[i + 3 + c]! - rgb[i + c]!) * fx;
    const lower = rgb[below + c]! + (rgb[below + 3 + c]! - rgb[below + c]!) * fx;
    out[c] = upper + (lower - upper) * fy;
  }
}
