import type { RgbImage } from '../../photo/decode.ts';
import { BLUE, blur121, GREEN, type Mask, type Plane, planeOfPair, planeOfSum, RED } from '../image/plane.ts';
import { medianOf } from '../median.ts';
import { ownLight } from './own-light.ts';
import { boxMeans } from './spots.ts';

/** A photo's plane in which areolas have larger values than the skin round them. */
export interface SkinPlane extends Plane {
  /** The usual difference on skin, by chance, between two places that are so far apart. */
  chance(stepPx: number): number;
}

/** Where the skin is looked at for chance, px of the photo, and the least chance: a photo has steps of colour. */
const EVERY_PX = 12;
const LEAST_CHANCE = 0.003;

/** Redness alone, as the logarithm of red over green, which light and shade leave alike. */
export const rednessOf = (photo: RgbImage): Plane =>
  smooth(planeOfPair(photo, [RED, GREEN], (r, g) => Math.log((r + 12) / (g + 12))));

/** The logarithm of lightness. */
export const lightnessOf = (photo: RgbImage): Plane => smooth(planeOfSum(photo, (sum) => Math.log(sum + 36)));

/** The logarithm of the skin's own light, without gleams. */
export const ownLightOf = (photo: RgbImage): Plane => smooth(planeOfPair(photo, [RED, BLUE], ownLight));

function smooth({ widthPx, heightPx, values }: Plane): Plane {
  return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
}

/** Redness and, weighed by `darkness`, darkness; `mask` tells where the person is and may be smaller. */
export function skinPlane(redness: Plane, lightness: Plane, darkness: number, mask: Mask): SkinPlane {
  const { widthPx, heightPx } = redness;
  const values = redness.values.slice();
  for (let i = 0; i < values.length; i++) values[i] = values[i]! - darkness * lightness.values[i]!;
  const plane = { widthPx, heightPx, values };
  const known = new Map<number, number>();
  const chance = (stepPx: number) => {
    const step = Math.max(2, Math.round(stepPx));
    const change = known.get(step) ?? chanceOf(plane, mask, step);
    known.set(step, change);
    return change;
  };
  return { ...plane, chance };
}

function chanceOf(plane: Plane, mask: Mask, stepPx: number): number {
  const { widthPx, values } = plane;
  return usualChange(plane, mask, Math.max(2, Math.round(stepPx)), (x, y) => values[y * widthPx + x]!);
}

/** How much a patch of a radius usually differs from the skin on either side of it. */
export function chanceOfSize(plane: Plane, mask: Mask, radiusPx: number): number {
  const mean = boxMeans(plane);
  const half = Math.round(0.5 * radiusPx);
  return usualChange(plane, mask, Math.round(1.4 * radiusPx), (x, y) => mean(x, y, half));
}

/** The usual difference between a place of the skin and the mean of those a step to its left and right. */
function usualChange(plane: Plane, mask: Mask, step: number, at: (x: number, y: number) => number): number {
  const { widthPx, heightPx } = plane;
  const ratio = mask.widthPx / widthPx;
  const isSkin = (x: number, y: number) =>
    mask.inside[Math.floor(y * ratio) * mask.widthPx + Math.floor(x * ratio)] === 1;
  const changes: number[] = [];
  for (let y = EVERY_PX; y < heightPx; y += EVERY_PX) {
    for (let x = EVERY_PX + step; x < widthPx - step - EVERY_PX; x += EVERY_PX) {
      if (!isSkin(x - step - EVERY_PX, y) || !isSkin(x + step + EVERY_PX, y)) continue;
      changes.push(Math.abs(at(x, y) - (at(x - step, y) + at(x + step, y)) / 2));
    }
  }
  // The median of what is normally distributed about 0 lies at 0.67 of its spread.
  return Math.max(LEAST_CHANCE, medianOf(Float64Array.from(changes)) / 0.6745);
}
