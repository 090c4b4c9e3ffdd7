import type { RgbImage } from '../../photo/decode.ts';
import { GREEN, type Mask, type Plane, planeOfPair, RED, valueAt } from '../image/plane.ts';
import type { Patch } from './areola.ts';
import { chanceOfSize } from './skin-plane.ts';

/**
 * Limits for how much redder areolas are than the skin round them, as a logarithm and in multiples of what skin has by
 * chance: real ones 0.04 and 3.8 or more. What shows through cloth is darker and not redder: 0.013 and 2.7 at most.
 */
const REDDER = { least: 0.025, leastOfChance: 1.6 };
/** Added to red and green, so that their ratio means something where there is hardly any light. */
const FAINT = 3;

/** Whether both patches together are surely redder than the skin round them, and none is less red. */
export function areRedder(photo: RgbImage, patches: readonly Patch[], mask: Mask): boolean {
  const redness = planeOfPair(photo, [RED, GREEN], (r, g) => Math.log((r + FAINT) / (g + FAINT)));
  const more = patches.map((patch) => dropIn(redness, patch));
  const chance = chanceOfSize(redness, mask, Math.sqrt(patches[0]!.longPx * patches[1]!.longPx));
  const mean = (more[0]! + more[1]!) / 2;
  return Math.min(...more) > 0 && mean > REDDER.least && mean > REDDER.leastOfChance * chance;
}

/** The median inside a patch less that round it. */
function dropIn(plane: Plane, { xPx, yPx, longPx, shortPx, shortX, shortY }: Patch): number {
  const median = (from: number, to: number) => {
    const values: number[] = [];
    for (let r = from; r <= to + 1e-9; r += (to - from) / 3) {
      for (let a = 0; a < 32; a++) {
        const [u, v] = [Math.cos((a * Math.PI) / 16) * r * longPx, Math.sin((a * Math.PI) / 16) * r * shortPx];
        values.push(valueAt(plane, xPx + u * shortY + v * shortX, yPx - u * shortX + v * shortY));
      }
    }
    return values.sort((a, b) => a - b)[values.length >> 1]!;
  };
  return median(0.4, 0.8) - median(1.25, 1.6);
}
