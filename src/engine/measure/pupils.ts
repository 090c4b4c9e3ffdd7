import type { RgbImage } from '../../photo/decode.ts';
import { type Mask, newMask, type Plane, planeOf } from '../image/plane.ts';
import { type BoxMean, bestPair, boxMeans, type Spot, type SpotPair, strongestSpots } from './spots.ts';
import { midlineColumn, runAt, verticalExtent } from './trunk.ts';

/** Least difference in brightness between the white of the eye and the iris, as a share of full brightness. */
const LEAST_STRENGTH = 0.05;

/** Usual height of the eyes, in head widths from the top. */
const USUAL_HEIGHT = 0.78;
const USUAL_SPACING = 0.41;
/** In 40 good faces the middle between the eyes is up to 0.24 of their spacing off the head's: ears, hair. */
const MOST_OFF_CENTRE = 0.4;

/**
 * Finds the pupils in a front photo of a head: two dark discs with something brighter to their left and right, at one
 * height, left and right of the middle. Brows have dark sides too, and nostrils are too close together. Undefined if no
 * pair is clear.
 */
export function findPupils(image: RgbImage, mask: Mask): SpotPair | undefined {
  const { top } = verticalExtent(mask);
  const head = headBox(mask, top);
  // Radii of an iris of 11.7 mm in a head 155 mm wide, less the part under the lids.
  const radii = [0.022, 0.03, 0.038].map((r) => Math.max(2, Math.round(r * head.width)));
  const light = planeOf(image, (r, g, b) => (r + g + b) / 765);
  const mean = boxMeans(light);
  const where = newMask(mask.widthPx, mask.heightPx);
  for (let y = Math.round(top + 0.4 * head.width); y < Math.min(mask.heightPx, top + 1.25 * head.width); y++) {
    const run = runAt(mask, head.middle, y);
    if (run === undefined) continue;
    const inset = Math.round(0.12 * head.width);
    for (let x = run.from + inset; x < run.to - inset; x++) where.inside[y * mask.widthPx + x] = 1;
  }
  const spots = strongestSpots(where, radii, (x, y, r) => eyeStrength(mean, x, y, r), 24);
  const pair = bestPair(spots, (left, right) => {
    const spacing = right.xPx - left.xPx;
    const tilt = Math.abs(left.yPx - right.yPx) / spacing;
    const offCentre = Math.abs((left.xPx + right.xPx) / 2 - head.middle) / spacing;
    if (tilt > 0.2 || offCentre > MOST_OFF_CENTRE || spacing < 0.28 * head.width || spacing > 0.6 * head.width)
      return undefined;
    // Eyes are about half-way down the head, and 6.3 cm apart in a head 15.5 cm wide.
    const offHeight = Math.abs((left.yPx + right.yPx) / 2 - top - USUAL_HEIGHT * head.width) / head.width;
    const offSpacing = Math.abs(spacing / head.width - USUAL_SPACING);
    const weaker = Math.min(left.strength, right.strength);
    return weaker - 0.2 * tilt - 0.2 * offCentre - 0.3 * offHeight - 0.3 * offSpacing;
  });
  if (pair === undefined || Math.min(pair.left.strength, pair.right.strength) < LEAST_STRENGTH) return undefined;
  return { ...pair, left: darkCentre(light, pair.left), right: darkCentre(light, pair.right) };
}

/** A row narrower than this at the top is a tuft of hair, not yet the head; share of the picture's width. */
const TUFT = 0.12;

/** The head's width is its widest row in the upper part, above neck and shoulders. */
function headBox(mask: Mask, top: number): { width: number; middle: number } {
  const middleGuess = midlineColumn(mask);
  let best = { width: 1, middle: middleGuess };
  for (let y = top; y < mask.heightPx; y++) {
    const run = runAt(mask, best.middle, y);
    if (run === undefined) continue;
    const width = run.to - run.from;
    // Below 0.9 head widths the row narrows to chin and neck; a row that widens after that is a shoulder.
    if (best.width > TUFT * mask.widthPx && y - top > best.width * 0.9) break;
    if (width > best.width) best = { width, middle: (run.from + run.to) / 2 };
  }
  return best;
}

function eyeStrength(mean: BoxMean, x: number, y: number, r: number): number {
  const disc = mean(x, y, Math.max(1, Math.round(r * 0.6)));
  const half = Math.max(1, Math.round(r * 0.35));
  const side = Math.round(r * 1.7);
  const beside = Math.min(mean(x - side, y, half), mean(x + side, y, half));
  const below = mean(x, y + Math.round(r * 2.6), half);
  return Math.min(beside, below) - disc;
}

/** Centre of the dark pixels within two radii. */
function darkCentre({ widthPx, values }: Plane, spot: Spot): Spot {
  const reach = Math.round(spot.radiusPx * 1.3);
  const at = (x: number, y: number) => values[y * widthPx + x] ?? 1;
  let darkest = 1;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) darkest = Math.min(darkest, at(spot.xPx + dx, spot.yPx + dy));
  }
  let [sx, sy, total] = [0, 0, 0];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const weight = Math.max(0, darkest + 0.12 - at(spot.xPx + dx, spot.yPx + dy));
      sx += dx * weight;
      sy += dy * weight;
      total += weight;
    }
  }
  return total === 0 ? spot : { ...spot, xPx: spot.xPx + sx / total, yPx: spot.yPx + sy / total };
}
