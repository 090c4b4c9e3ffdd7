import type { RgbImage } from '../../photo/decode.ts';
import type { Contour } from './contour.ts';
import { sharesAlong } from './edge-offset.ts';

/** One of this many points of the outline is enough. */
const EVERY = 5;
/** An edge is followed this far on either side, in thousandths of the photo's height. */
const REACH = 14;

/**
 * The width of the person's edges: the distance from 20 % to 80 % of the change of colour across the outline, in
 * thousandths of the photo's height; the value that a quarter of the outline stays below. Hair, shadows and arms before
 * the trunk make wide edges in any photo, but a blurred photo has no narrow one. Undefined if hardly any edge has
 * enough contrast.
 */
export function edgeWidth(image: RgbImage, contour: Contour, maskWidthPx: number): number | undefined {
  const ratio = image.widthPx / maskWidthPx;
  const unit = image.heightPx / 1000;
  const reach = Math.ceil(REACH * unit);
  const widths: number[] = [];
  const shares = new Float64Array(2 * reach + 1);
  for (let i = 0; i < contour.x.length; i += EVERY) {
    if (contour.atBorder[i] === 1) continue;
    const [x, y] = [contour.x[i]! * ratio, contour.y[i]! * ratio];
    if (!sharesAlong(image, x, y, contour.nx[i]!, contour.ny[i]!, reach, shares)) continue;
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
