import type { RgbImage } from '../../photo/decode.ts';
import type { Mask, Plane } from '../image/plane.ts';
import { skinSums } from './skin-sums.ts';
import { PLACE, SIDES, type SpotGrid, spotGrid } from './spot-grid.ts';

/** A round spot of another colour than the skin on all sides of it; px of the image. */
export interface AreolaSpot {
  xPx: number;
  yPx: number;
  radiusPx: number;
  /** How much redder and darker (logarithms) than the skin round it, on the side where it differs least. */
  redder: number;
  darker: number;
  /** Strength in each of the `MIXES`, as multiples of what usual skin has by chance at this size. */
  strength: readonly number[];
}

/**
 * Mixtures of redness and darkness, each in multiples of its own spread over this person's skin. Light skin shows an
 * areola by its redness, the darkest by its darkness; shading makes the darkness of light skin spread widely, and so
 * count little.
 */
export const MIXES: readonly (readonly [red: number, dark: number])[] = [
  [1, 0],
  [0.8, 0.6],
  [0.45, 0.9],
];

/** A weaker spot is no candidate, and no peak is weaker than what usual skin has by chance. */
export const LEAST_STRENGTH = 1.5;
const LEAST_PEAK = 1;
/** Spots of one size and mixture that are nearer than this, in radii, are one. */
const APART = 1.5;
/** The least spreads of redness and darkness, as logarithms, and of a mixture: a photo has steps of colour. */
const LEAST_SPREAD = 0.002;
const LEAST_MIXED_SPREAD = 0.1;
/** The middle half of a normal distribution is so many spreads wide. */
const MIDDLE_HALF = 1.349;

/**
 * For each size and mixture the strongest spots that lie within a mask, none too near to another. `distance` is how far
 * inside the person's outline each pixel lies, `isDark` whether the skin is.
 */
export function areolaSpots(
  image: RgbImage,
  distance: Plane,
  isDark: boolean,
  within: Mask,
  radiiPx: readonly number[],
  wanted: number,
) {
  const skin = skinSums(image, distance, isDark);
  const kept = new Set<AreolaSpot>();
  for (const radiusPx of radiiPx) {
    const spots = spotsIn(spotGrid(skin, within, radiusPx));
    for (const mix of MIXES.keys()) for (const spot of strongest(spots, mix, wanted)) kept.add(spot);
  }
  return [...kept];
}

function strongest(spots: readonly AreolaSpot[], mix: number, wanted: number): AreolaSpot[] {
  const kept: AreolaSpot[] = [];
  for (const spot of spots.toSorted((one, other) => other.strength[mix]! - one.strength[mix]!)) {
    if (kept.length === wanted || spot.strength[mix]! < LEAST_STRENGTH) break;
    const isNear = (one: AreolaSpot) => Math.hypot(one.xPx - spot.xPx, one.yPx - spot.yPx) < APART * spot.radiusPx;
    if (!kept.some(isNear)) kept.push(spot);
  }
  return kept;
}

/** The places whose strength in one of the mixtures is a peak. */
function spotsIn(grid: SpotGrid): AreolaSpot[] {
  const { columns, rows, stepPx, radiusPx, drops } = grid;
  const strengths = strengthsOf(grid);
  const spots: AreolaSpot[] = [];
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const i = row * columns + column;
      if (!strengths.some((values) => isPeak(values, i, columns))) continue;
      const least = (from: number) => Math.min(...drops.subarray(i * PLACE + from, i * PLACE + from + SIDES));
      spots.push({
        ...{ xPx: column * stepPx, yPx: row * stepPx, radiusPx, redder: least(0), darker: least(SIDES) },
        strength: strengths.map((values) => values[i]!),
      });
    }
  }
  return spots;
}

/** Per mixture and place, the difference from the side where it is least, as a multiple of what usual skin has. */
function strengthsOf({ columns, rows, drops, usual }: SpotGrid): Float32Array[] {
  const [red, dark] = [usual.red, usual.dark].map((values) => Math.max(LEAST_SPREAD, spreadOf(values)));
  return MIXES.map(([byRed, byDark]) => {
    const mixed = usual.red.map((value, i) => (byRed * value) / red! + (byDark * usual.dark[i]!) / dark!);
    const spread = Math.max(LEAST_MIXED_SPREAD, spreadOf(mixed));
    const values = new Float32Array(columns * rows).fill(Number.NaN);
    for (let i = 0; i < values.length; i++) {
      if (Number.isNaN(drops[i * PLACE]!)) continue;
      let least = Infinity;
      for (let k = i * PLACE; k < i * PLACE + SIDES; k++) {
        const drop = (byRed * drops[k]!) / red! + (byDark * drops[k + SIDES]!) / dark!;
        if (!(drop >= least)) least = drop;
      }
      values[i] = least / spread;
    }
    return values;
  });
}

function isPeak(values: Float32Array, i: number, columns: number): boolean {
  const own = values[i]!;
  if (!(own > LEAST_PEAK)) return false;
  for (let above = i - columns; above <= i + columns; above += columns) {
    if (values[above - 1]! > own || values[above]! > own || values[above + 1]! > own) return false;
  }
  return true;
}

/** The spread of a normal distribution with the same middle half; values far out do not count. */
function spreadOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return (sorted[Math.floor(sorted.length * 0.75)]! - sorted[Math.floor(sorted.length * 0.25)]!) / MIDDLE_HALF;
}
