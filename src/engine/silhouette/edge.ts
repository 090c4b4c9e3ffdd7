import type { RgbImage } from '../../photo/decode.ts';
import { samplePhoto } from '../image/plane.ts';

/** The largest distance between the edge and its expected place, in px of the mask. */
const REACH_PX = 2.5;
/** The colours of the two sides are read at these distances from the edge, in px of the mask. */
const SIDE_PX = [2, 4.5] as const;
const STEP = 0.25;
/** Less contrast than this between the sides tells nothing; 8-bit steps over all channels. */
const LEAST_CONTRAST = 18;
/** The error of an edge in full contrast, and of one that cannot be seen; px of the mask. */
const SIGMA_PX = { least: 0.15, unseen: 8 } as const;

const person = new Float64Array(3);
const wall = new Float64Array(3);
const colour = new Float64Array(3);

/**
 * Finds the place along a normal where the colour is half-way between the person's and the wall's, both read a little
 * away from the edge. The crossing nearest to the start counts. `offset` is the distance along the normal, positive
 * outwards, in px of the image, `sigma` its standard deviation.
 *
 * @param ratio px of the image per px of the mask
 */
export function edgeOffset(image: RgbImage, x: number, y: number, nx: number, ny: number, ratio: number) {
  const read = readerAlong(image, x, y, nx, ny);
  readMean(read, -SIDE_PX[1] * ratio, -SIDE_PX[0] * ratio, person);
  readMean(read, SIDE_PX[0] * ratio, SIDE_PX[1] * ratio, wall);
  const span = [0, 1, 2].map((c) => person[c]! - wall[c]!) as [number, number, number];
  const length = span[0] ** 2 + span[1] ** 2 + span[2] ** 2;
  if (length < LEAST_CONTRAST ** 2) return { offset: 0, sigma: SIGMA_PX.unseen * ratio };
  const shareAt = (along: number) => {
    read(along);
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

/** Reads colours along a normal into `colour`, at distances in px of the image. */
const readerAlong = (image: RgbImage, x: number, y: number, nx: number, ny: number) => (along: number) =>
  samplePhoto(image, x + nx * along, y + ny * along, colour);

type Reader = ReturnType<typeof readerAlong>;

function readMean(read: Reader, from: number, to: number, out: Float64Array): void {
  out.fill(0);
  const steps = 5;
  for (let k = 0; k < steps; k++) {
    read(from + ((to - from) * k) / (steps - 1));
    for (let c = 0; c < 3; c++) out[c] = out[c]! + colour[c]! / steps;
  }
}

/**
 * The person's share of the colour in steps of one px along a normal, from `reach` px inside to `reach` px outside; the
 * ends count as all person and all wall. False if the two are too much alike.
 */
function sharesAlong(read: Reader, reach: number, out: Float64Array): boolean {
  readMean(read, -reach, -reach * 0.7, person);
  readMean(read, reach * 0.7, reach, wall);
  let length = 0;
  for (let c = 0; c < 3; c++) length += (person[c]! - wall[c]!) ** 2;
  if (length < (2 * LEAST_CONTRAST) ** 2) return false;
  for (let k = -reach; k <= reach; k++) {
    read(k);
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (colour[c]! - wall[c]!) * (person[c]! - wall[c]!);
    out[k + reach] = sum / length;
  }
  return true;
}

/** Points of a `Contour`. */
type EdgePoints = Readonly<Record<'x' | 'y' | 'nx' | 'ny', Float64Array> & { atBorder: Uint8Array }>;

/** One of this many points of the outline is enough. */
const EVERY = 5;
/** An edge is followed this far on either side, in thousandths of the photo's height. */
const BLUR_REACH = 14;

/**
 * The width of the person's edges: the distance from 20 % to 80 % of the change of colour across the outline, in
 * thousandths of the photo's height; the value that a quarter of the outline stays below. Hair, shadows and arms before
 * the trunk make wide edges in any photo, but a blurred photo has no narrow one. Undefined if hardly any edge has
 * enough contrast.
 */
export function edgeWidth(image: RgbImage, contour: EdgePoints, maskWidthPx: number): number | undefined {
  const ratio = image.widthPx / maskWidthPx;
  const unit = image.heightPx / 1000;
  const reach = Math.ceil(BLUR_REACH * unit);
  const widths: number[] = [];
  const shares = new Float64Array(2 * reach + 1);
  for (let i = 0; i < contour.x.length; i += EVERY) {
    if (contour.atBorder[i] === 1) continue;
    const [x, y] = [contour.x[i]! * ratio, contour.y[i]! * ratio];
    if (!sharesAlong(readerAlong(image, x, y, contour.nx[i]!, contour.ny[i]!), reach, shares)) continue;
    const width = riseWidth(shares);
    if (width !== undefined) widths.push(width / unit);
  }
  if (widths.length < 40) return undefined;
  widths.sort((a, b) => a - b);
  return widths[widths.length >> 2];
}

/** Steps between the two places nearest to the middle where the person's share passes 80 % and 20 %. */
function riseWidth(shares: Float64Array): number | undefined {
  const middle = shares.length >> 1;
  let low = middle;
  while (low > 0 && shares[low]! < 0.8) low--;
  let high = middle;
  while (high < shares.length - 1 && shares[high]! > 0.2) high++;
  if (low === high || shares[low]! < 0.8 || shares[high]! > 0.2) return undefined;
  const inner = low + (shares[low]! - 0.8) / (shares[low]! - shares[low + 1]! || 1);
  const outer = high - (0.2 - shares[high]!) / (shares[high - 1]! - shares[high]! || 1);
  return outer - inner;
}
