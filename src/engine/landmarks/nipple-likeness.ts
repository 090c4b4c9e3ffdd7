import type { RgbImage } from '../../photo/decode.ts';
import { BLUE, GREEN, type Mask, type Plane, planeOfPair, planeOfSum, RED, shrinkImage } from '../image/plane.ts';
import { verticalExtent } from '../silhouette/mask-rows.ts';
import { placeTerms, type TrunkBox } from './areola-rating.ts';
import { learnedNipple } from './learned-nipple.ts';
import { ownLight } from './own-light.ts';

/** The height of the picture that is looked at, and the side of the window round a place, px of it: about 33 mm. */
const HEIGHT_PX = 480;
const SIDE = 25;
const HALF = (SIDE - 1) / 2;
/** Every second column and row is looked at. */
const STEP = 2;
/** Rows of the person in which nipples are, and the least distance from the outline as a share of the height. */
const ROWS = [0.1, 0.78] as const;
const MARGIN = 0.01;
/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 12;
/** Squares of the highest frequencies, in half waves of the window, of light, of the skin's own light and of redness. */
const HIGHEST = [36, 9, 5] as const;
/** Differences in own light and in redness beyond which more tells no more; least contrast of light. */
const MUCH = [Infinity, 1.5, 0.5] as const;
const LEAST_CONTRAST = 0.12;
/** Nothing is looked at there. */
const NOWHERE = -Infinity;

type Wave = readonly [across: number, down: number];
const WAVES = HIGHEST.map((highest) => {
  const all = Array.from({ length: SIDE }, (_, u) => Array.from({ length: SIDE }, (__, v): Wave => [u, v])).flat();
  return all.filter(([u, v]) => u + v > 0 && u ** 2 + v ** 2 <= highest);
});
/** Half waves over the window, each of length 1. */
const COSINES = Array.from({ length: Math.sqrt(HIGHEST[0]) + 1 }, (_, u) =>
  Float64Array.from(
    { length: SIDE },
    (__, i) => Math.cos((Math.PI * (i + 0.5) * u) / SIDE) * Math.sqrt((u > 0 ? 2 : 1) / SIDE),
  ),
);

/** How much each place of a trunk looks like a nipple: the logarithm of a likelihood, px of its own grid. */
export interface NippleLikeness {
  columns: number;
  rows: number;
  values: Float32Array;
  /** Px of the photo that a step of the grid takes, and where its first place is. */
  stepPx: number;
  firstPx: number;
}

/**
 * How much each place looks like a nipple: the window round it is told as waves of light, own light and redness, from which a
 * small network (`learned-nipple.ts`) tells the logarithm of a likelihood. `distance` is how far inside the person's
 * outline each pixel of `mask` lies.
 *
 * Tried, judged on people that were left out (174 trunks of the seeds 200 to 779): the right pair is among the three likeliest
 * in 173; with 6 units 168, with light alone 161, with waves of up to 50, 18 and 18 (6 units) 166; with only places within 2
 * px of the middle as right ones, instead of the three likeliest within 3.5 px, 166.
 */
export function nippleLikeness(photo: RgbImage, mask: Mask, distance: Plane): NippleLikeness {
  const image = shrinkImage(photo, Math.round((HEIGHT_PX * Math.max(photo.widthPx, photo.heightPx)) / photo.heightPx));
  const { widthPx, heightPx } = image;
  const columns = Math.max(0, Math.floor((widthPx - SIDE) / STEP) + 1);
  const rows = Math.max(0, Math.floor((heightPx - SIDE) / STEP) + 1);
  const { top, bottom } = verticalExtent(mask);
  const toMask = mask.heightPx / heightPx;
  const isWithin = (x: number, y: number) => {
    const [mx, my] = [Math.floor((x + 0.5) * toMask), Math.floor((y + 0.5) * toMask)];
    const down = (my - top) / (bottom - top);
    const depth = distance.values[Math.min(mask.heightPx - 1, my) * mask.widthPx + Math.min(mask.widthPx - 1, mx)]!;
    return down >= ROWS[0] && down < ROWS[1] && depth > MARGIN * mask.heightPx;
  };
  const planes = [
    planeOfSum(image, (sum) => Math.log(sum + DARK)),
    planeOfPair(image, [RED, BLUE], ownLight),
    planeOfPair(image, [RED, GREEN], (r, g) => Math.log((r + DARK) / (g + DARK))),
  ].map((plane, p) => wavesAcross(plane, columns, Math.floor(Math.sqrt(HIGHEST[p]!)) + 1));
  const values = new Float32Array(columns * rows).fill(NOWHERE);
  const features = new Float64Array(WAVES.flat().length + 1);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      if (!isWithin(HALF + column * STEP, HALF + row * STEP)) continue;
      featuresAt(planes, columns, column, row * STEP, features);
      values[i] = likenessOf(features);
    }
  }
  const ratio = photo.heightPx / heightPx;
  return { columns, rows, values, stepPx: STEP * ratio, firstPx: (HALF + 0.5) * ratio - 0.5 };
}

/** Per row and grid column, how much of each of the first `count` waves the window's row holds. */
function wavesAcross({ widthPx, heightPx, values }: Plane, columns: number, count: number) {
  const out = new Float32Array(heightPx * columns * count);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let column = 0; column < columns; column++) {
      const from = y * widthPx + column * STEP;
      for (let u = 0; u < count; u++, at++) {
        const wave = COSINES[u]!;
        let sum = 0;
        for (let k = 0; k < SIDE; k++) sum += wave[k]! * values[from + k]!;
        out[at] = sum;
      }
    }
  }
  return { count, values: out };
}

/** Writes what the window holds of each wave: light as a share of all its contrast, so that only shape matters. */
function featuresAt(
  planes: readonly ReturnType<typeof wavesAcross>[],
  columns: number,
  column: number,
  top: number,
  out: Float64Array,
) {
  let contrast = LEAST_CONTRAST ** 2;
  let at = 0;
  for (const [p, { count, values }] of planes.entries()) {
    for (const [u, v] of WAVES[p]!) {
      const wave = COSINES[v]!;
      let sum = 0;
      for (let k = 0; k < SIDE; k++) sum += wave[k]! * values[((top + k) * columns + column) * count + u]!;
      if (p === 0 && u + v > 1) contrast += sum ** 2;
      out[at++] = p === 0 ? sum : Math.tanh(sum / MUCH[p]!);
    }
  }
  const root = Math.sqrt(contrast);
  for (let k = 0; k < WAVES[0]!.length; k++) out[k] = out[k]! / root;
  out[at] = Math.log(root);
}

function likenessOf(features: Float64Array): number {
  const { units, bias } = learnedNipple;
  let sum = bias;
  for (const { bias: from, weights, weight } of units) {
    let inner = from;
    for (let k = 0; k < weights.length; k++) inner += weights[k]! * features[k]!;
    sum += weight * Math.tanh(inner);
  }
  return sum;
}

/** Places that look more like nipples than those round them are so far apart, px of the picture; so many are paired. */
const APART_PX = 8;
const PEAKS = 16;
/** The least spacing of two nipples, as a share of the photo's height. */
const LEAST_SPACING = 0.1;
/** How much a usual place counts beside likeness. */
const USUALNESS = 0.5;

interface Place {
  xPx: number;
  yPx: number;
}

/** The pairs of places that look most like both nipples and lie as those do, likeliest first; px of the photo. */
export function likelyNipples(likeness: NippleLikeness, trunk: TrunkBox, wanted: number) {
  const peaks = peaksOf(likeness);
  const pairs = peaks.flatMap((right) =>
    peaks.flatMap((left) => {
      if (left.xPx - right.xPx < LEAST_SPACING * trunk.photoHeight) return [];
      const { tilt, middle, spacing, height } = placeTerms(right, left, trunk);
      return [{ right, left, score: right.likeness + left.likeness + USUALNESS * (tilt + middle + spacing + height) }];
    }),
  );
  return pairs.sort((one, other) => other.score - one.score).slice(0, wanted);
}

function peaksOf({ columns, values, stepPx, firstPx }: NippleLikeness) {
  const places = Array.from(values.keys()).filter((i) => values[i]! > NOWHERE);
  places.sort((one, other) => values[other]! - values[one]! || one - other);
  const kept: number[] = [];
  const isNear = (one: number, other: number) =>
    Math.hypot((one % columns) - (other % columns), Math.floor(one / columns) - Math.floor(other / columns)) * STEP <=
    APART_PX;
  for (const i of places) {
    if (kept.length === PEAKS) break;
    if (!kept.some((one) => isNear(one, i))) kept.push(i);
  }
  return kept.map((i) => ({
    ...{ xPx: firstPx + (i % columns) * stepPx, yPx: firstPx + Math.floor(i / columns) * stepPx },
    likeness: values[i]!,
  }));
}

/** The most that a place within a radius looks like a nipple. */
export function mostLikeness(
  { columns, rows, values, stepPx, firstPx }: NippleLikeness,
  { xPx, yPx }: Place,
  radiusPx: number,
) {
  const [x, y, reach] = [(xPx - firstPx) / stepPx, (yPx - firstPx) / stepPx, radiusPx / stepPx];
  let most = NOWHERE;
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(rows - 1, y + reach); row++) {
    for (let column = Math.max(0, Math.ceil(x - reach)); column <= Math.min(columns - 1, x + reach); column++) {
      if (Math.hypot(column - x, row - y) <= reach) most = Math.max(most, values[row * columns + column]!);
    }
  }
  return most;
}
