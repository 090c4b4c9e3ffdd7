import type { Mask } from '../image/plane.ts';
import { runsOf, verticalExtent } from '../measure/trunk.ts';

export type Edge = 'left' | 'right';

/**
 * A nose recedes above and below its tip: the distance at which this is measured, and the least amount; shares of the
 * picture's height.
 */
const REACH = 0.03;
const LEAST = 0.008;
/** The weaker edge may stand out by at most this share of the stronger one. */
const CLEARLY_LESS = 0.5;
/** Rows of the tip between these shares of the person's height in the picture. */
const ROWS = [0.27, 0.62] as const;

/**
 * Finds the edge of a profile that has a nose: a nose stands out sharply, and the back of a bald head does not. Hair
 * may stand out too, so its colour is checked first.
 */
export function towardsNose(mask: Mask): Edge | undefined {
  const { heightPx } = mask;
  const { top } = verticalExtent(mask);
  const runs = Array.from({ length: heightPx }, (_, y) => runsOf(mask, y));
  const left = runs.map((row) => row[0]?.from ?? Infinity);
  const right = runs.map((row) => -(row.at(-1)?.to ?? -Infinity));
  const reach = Math.round(REACH * heightPx);
  const standsOut = (edge: readonly number[]) => {
    let most = 0;
    const to = Math.min(heightPx - reach, top + ROWS[1] * (heightPx - top));
    for (let y = Math.max(top + reach, Math.round(top + ROWS[0] * (heightPx - top))); y < to; y++) {
      most = Math.max(most, Math.min(edge[y - reach]!, edge[y + reach]!) - edge[y]!);
    }
    return most / heightPx;
  };
  const [onLeft, onRight] = [standsOut(left), standsOut(right)];
  if (Math.max(onLeft, onRight) < LEAST) return undefined;
  if (onRight < CLEARLY_LESS * onLeft) return 'left';
  return onLeft < CLEARLY_LESS * onRight ? 'right' : undefined;
}
