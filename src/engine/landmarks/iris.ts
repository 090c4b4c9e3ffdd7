import type { RgbImage } from '../../photo/decode.ts';
import { BLUE, GREEN, type Plane, planeOfPair, RED, valueAt } from '../image/plane.ts';
import { type BoxMean, boxMeans } from './spots.ts';

/** Radius of an iris over the distance between the pupils: 11.7 ± 0.5 mm wide, 62 ± 3.5 mm apart. */
export const IRIS_RADIUS = 0.0945;

/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 10;

/** The picture in which an iris is searched. In red light any iris is dark, a blue one too, and any skin is bright. */
export interface EyeLight {
  /** Logarithm of red. */
  red: Plane;
  redMean: BoxMean;
  /** Logarithm of blue over red: high where it is white. */
  whiteMean: BoxMean;
  /** Logarithm of green, in which lips and brows are dark. */
  greenMean: BoxMean;
}

export function eyeLightOf(image: RgbImage): EyeLight {
  const red = planeOfPair(image, [RED, RED], (r) => Math.log(r + DARK));
  const white = planeOfPair(image, [BLUE, RED], (b, r) => Math.log((b + DARK) / (r + DARK)));
  const green = planeOfPair(image, [GREEN, GREEN], (g) => Math.log(g + DARK));
  return { red, redMean: boxMeans(red), whiteMean: boxMeans(white), greenMean: boxMeans(green) };
}

/** Least and largest difference of brightness that count, logarithm: a still darker iris is no better one. */
const [LEAST_DARK, FULL_DARK] = [0.08, 0.9];
/** Limits and weight of the white beside the iris, compared with the skin. */
const [LEAST_WHITE, FULL_WHITE, WHITE_WEIGHT] = [-0.2, 0.5, 0.8];

/**
 * How much a disc of radius `r` px round a pixel looks like an iris: darker than what lies on both sides of it and
 * below, and white on both sides. Beside the dark corner of an eye one side is skin. `skinWhite` is that of the face's
 * skin. 0 if it is none; 50 real faces have 0.6 to 1.4.
 */
export function irisStrength({ redMean, whiteMean }: EyeLight, x: number, y: number, r: number, skinWhite: number) {
  const half = Math.max(1, Math.round(0.5 * r));
  const small = Math.max(1, Math.round(0.25 * r));
  const disc = redMean(x, Math.round(y + 0.15 * r), half);
  const side = Math.round(1.4 * r);
  const row = Math.round(y + 0.1 * r);
  const beside = Math.min(redMean(x - side, row, small), redMean(x + side, row, small));
  const below = redMean(x, Math.round(y + 1.8 * r), small);
  const dark = Math.min(beside, below) - disc;
  if (dark <= LEAST_DARK) return 0;
  const white = Math.min(whiteMean(x - side, row, small), whiteMean(x + side, row, small)) - skinWhite;
  return Math.min(dark, FULL_DARK) + WHITE_WEIGHT * Math.min(FULL_WHITE, Math.max(LEAST_WHITE, white));
}

/** An iris as a circle; px of the picture, the centre of pixel (0, 0) is (0, 0). */
export interface Iris {
  xPx: number;
  yPx: number;
  radiusPx: number;
  /** Mean step of brightness outwards over the rim between the lids, logarithm. */
  edge: number;
}

/** Directions, in degrees down from the horizontal, in which an iris is seen between lids, and their weights. */
const RIM = [-40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60, 70].map((degrees) => ({
  dx: Math.cos((degrees * Math.PI) / 180),
  dy: Math.sin((degrees * Math.PI) / 180),
  weight: degrees > 45 ? 0.4 : 1,
}));
const RIM_WEIGHT = RIM.reduce((sum, { weight }) => sum + weight, 0);
/** Radii, in those of the circle, of the two rings whose brightness is compared. */
const [WITHIN, BEYOND] = [0.82, 1.2];
/**
 * What is this much darker than the white beside it, logarithm, is as dark as an iris. Without that limit the circle
 * lay round the pupil of a pale iris, and distances of pupils were off by up to 7 %.
 */
const DARKER = 0.6;
/** How far from the given pixel the centre is searched, in radii. */
const REACH = 0.6;
/** Steps of a fine search round the best pixel, px. */
const FINE = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];

/**
 * Places a circle of `radiusPx` near a pixel where its rim shows best, on a pixel or on a quarter of one. The places do
 * not depend on the start, so that the same eye found from elsewhere is the same.
 */
export function placeIris(light: EyeLight, x: number, y: number, radiusPx: number, isFine: boolean): Iris {
  const [column, row] = [Math.round(x), Math.round(y)];
  const small = Math.max(1, Math.round(0.25 * radiusPx));
  const side = Math.round(1.4 * radiusPx);
  const least = [
    light.redMean(column - side, row, small) - DARKER,
    light.redMean(column + side, row, small) - DARKER,
  ] as const;
  const reach = Math.round(REACH * radiusPx);
  const whole = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  let best: Iris = { xPx: column, yPx: row, radiusPx, edge: -Infinity };
  for (const steps of isFine ? [whole, FINE] : [whole]) {
    const { xPx: aroundX, yPx: aroundY } = best;
    for (const down of steps) {
      for (const right of steps) {
        const edge = rimStep(light.red, least, aroundX + right, aroundY + down, radiusPx);
        if (edge > best.edge) best = { xPx: aroundX + right, yPx: aroundY + down, radiusPx, edge };
      }
    }
  }
  return best;
}

/** The side whose rim shows less counts twice: a circle that meets the rim on one side only is not the iris. */
function rimStep(red: Plane, least: readonly [number, number], x: number, y: number, r: number): number {
  const left = sideStep(red, least[0], x, y, -r, r);
  const right = sideStep(red, least[1], x, y, r, r);
  return (left + right + Math.min(left, right)) / 3;
}

function sideStep(red: Plane, least: number, x: number, y: number, acrossPx: number, downPx: number): number {
  let sum = 0;
  for (const { dx, dy, weight } of RIM) {
    const beyond = valueAt(red, x + BEYOND * acrossPx * dx, y + BEYOND * downPx * dy);
    const within = valueAt(red, x + WITHIN * acrossPx * dx, y + WITHIN * downPx * dy);
    sum += weight * Math.max(-0.3, Math.max(least, beyond) - Math.max(least, within));
  }
  return sum / RIM_WEIGHT;
}

/** How much whiter it is on either side of an iris than on the cheek below; logarithm. */
export function whitesBeside({ whiteMean }: EyeLight, { xPx, yPx, radiusPx: r }: Iris): readonly [number, number] {
  const half = Math.max(1, Math.round(0.2 * r));
  const at = (dx: number, dy: number) => whiteMean(Math.round(xPx + dx * r), Math.round(yPx + dy * r), half);
  const most = (side: number) =>
    Math.max(...[1.25, 1.4, 1.55].flatMap((dx) => [-0.2, 0, 0.2, 0.4].map((dy) => at(side * dx, dy))));
  const cheek = (at(-1, 3.2) + at(0, 3.2) + at(1, 3.2)) / 3;
  return [most(-1) - cheek, most(1) - cheek];
}
