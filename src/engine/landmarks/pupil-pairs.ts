import type { Mask } from '../image/plane.ts';
import type { HeadBox } from './head-box.ts';
import { type EyeLight, IRIS_RADIUS, irisStrength } from './iris.ts';
import { type Spot, type SpotPair, strongestSpots } from './spots.ts';

/** Distances of the pupils in which their spots are searched; hair can double a head's width. In 59 heads 0.24 to 0.43. */
const SPACINGS = [0.25, 0.29, 0.335, 0.385, 0.44];
/** The largest tilt, and distance from the head's middle in spacings. */
export const MOST_TILT = 0.25;
const MOST_OFF_CENTRE = 0.6;
/** Spots of each size, and pairs of them whose rims are looked at. */
const [SPOTS, PAIRS] = [16, 32];
/** Where cheeks show the skin's own colour: a square's middle below the top of the head and its half-side, in head widths. */
const CHEEKS = { below: 0.75, half: 0.18 };
/** Radius of the discs searched first, in irises: lids cover part of an iris. */
const SEARCHED_RADIUS = 0.97;

/** Where eyes are searched; px of a picture that is `scale` times as large as the mask. */
export interface EyeSearch {
  scale: number;
  head: HeadBox;
  light: EyeLight;
  where: Mask;
}

export interface RatedPair extends SpotPair {
  spacing: number;
  rating: number;
}

/** The pairs of dark discs that are likeliest to be irises, of any size of head. */
export function likelyPairs({ head, light, where }: EyeSearch): RatedPair[] {
  const [x, y, half] = [head.middle, head.top + CHEEKS.below * head.width, CHEEKS.half * head.width].map(Math.round);
  const skinWhite = light.whiteMean(x!, y!, half!);
  const strength = (atX: number, atY: number, r: number) => irisStrength(light, atX, atY, r, skinWhite);
  const pairs = SPACINGS.flatMap((share) => {
    const spacing = share * head.width;
    const spots = strongestSpots(where, [SEARCHED_RADIUS * IRIS_RADIUS * spacing], strength, SPOTS);
    return pairsOf(spots, spacing, head, strength);
  });
  return pairs.sort((a, b) => b.rating - a.rating).slice(0, PAIRS);
}

/** Spots are of one pair from this to that share of the usual spacing: the steps between the `SPACINGS` are 15 %. */
const OF_USUAL = [0.85, 1.17] as const;
/** A disc a little smaller than the iris is dark all over, wherever lids cut it. */
const DARK_DISC = 0.9;
/**
 * What counts beside the weaker disc: the stronger one, and against the pair its tilt and its distance from the head's
 * middle, so that of two equal pairs the straighter one is first. Set on the 50 real faces.
 */
const PAIR_WEIGHTS = { stronger: 0.3, tilt: 0.3, offCentre: 0.1 };

/** Possible pairs of about this spacing, each spot rated again as an iris of the size that belongs to their distance. */
function pairsOf(
  spots: readonly Spot[],
  usualPx: number,
  head: HeadBox,
  strength: (x: number, y: number, r: number) => number,
): RatedPair[] {
  const near = ({ xPx, yPx }: Spot, r: number) => {
    let most = 0;
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) most = Math.max(most, strength(xPx + dx, yPx + dy, r));
    return most;
  };
  const pairs: RatedPair[] = [];
  for (const left of spots) {
    for (const right of spots) {
      const spacing = Math.hypot(right.xPx - left.xPx, right.yPx - left.yPx);
      const tilt = Math.abs(right.yPx - left.yPx) / spacing;
      const offCentre = Math.abs((left.xPx + right.xPx) / 2 - head.middle) / spacing;
      if (left.xPx >= right.xPx || tilt > MOST_TILT || offCentre > MOST_OFF_CENTRE) continue;
      if (spacing < OF_USUAL[0] * usualPx || spacing > OF_USUAL[1] * usualPx) continue;
      const r = DARK_DISC * IRIS_RADIUS * spacing;
      const both = [near(left, r), near(right, r)];
      const { stronger, ...against } = PAIR_WEIGHTS;
      const rating =
        Math.min(...both) + stronger * Math.max(...both) - against.tilt * tilt - against.offCentre * offCentre;
      pairs.push({ left, right, spacing, rating });
    }
  }
  return pairs;
}
