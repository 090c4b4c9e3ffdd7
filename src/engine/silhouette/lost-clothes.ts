import type { Mask } from '../image/plane.ts';
import { midlineColumn, type Run, runsOf, verticalExtent } from '../measure/trunk.ts';

// All heights are shares of the person's, from the top.
/** Where pants are, and the waist and thighs above and below them. */
const PANTS = [0.42, 0.57] as const;
const WINDOW = 0.04;
/** The lowest that a crotch is. */
const CROTCH = 0.53;
const WAIST = [0.34, 0.4] as const;
const THIGHS = [0.6, 0.65] as const;
/** The columns that are filled lie between these heights. */
const FILLED = [0.36, 0.66] as const;
/** Pants are lost where less than this of the narrower of waist and thighs is left. */
const LOST = 0.8;

/**
 * White pants before a white wall cannot be told from it. Where a standing person's rows are suddenly empty at the
 * height of pants, the columns of the legs are filled up to the waist; a person with nothing lost is given back as is.
 */
export function fillLostPants(mask: Mask): Mask {
  const { top, bottom } = verticalExtent(mask);
  const rowAt = (share: number) => Math.round(top + share * (bottom - top));
  const within = ([from, to]: readonly [number, number]) => meanCount(mask, rowAt(from), rowAt(to));
  const windows = [0, 1, 2, 3, 4].map((k) => PANTS[0] + (k * (PANTS[1] - PANTS[0] - WINDOW)) / 4);
  const left = Math.min(...windows.map((from) => within([from, from + WINDOW])));
  if (left >= LOST * Math.min(within(WAIST), within(THIGHS))) return mask;
  const legs = middleRuns(mask, midlineColumn(mask), rowAt(THIGHS[0]));
  if (legs.length === 0) return mask;
  const filled = { ...mask, inside: mask.inside.slice() };
  const [from, to] = [legs[0]!.from, legs.at(-1)!.to];
  for (let x = from; x < to; x++) fillColumn(filled, x, rowAt(FILLED[0]), rowAt(FILLED[1]));
  let middle = midlineColumn(filled);
  for (let y = rowAt(FILLED[0]); y < rowAt(CROTCH); y++) {
    if (closeMiddle(filled, middle, y)) middle = midlineColumn(filled);
  }
  return filled;
}

function meanCount({ widthPx, inside }: Mask, fromRow: number, toRow: number): number {
  let sum = 0;
  for (let i = fromRow * widthPx; i < toRow * widthPx; i++) sum += inside[i]!;
  return sum / Math.max(1, toRow - fromRow);
}

/** The runs that are the nearest to the middle on either side: legs, not hands. */
function middleRuns(mask: Mask, middle: number, y: number): Run[] {
  const runs = runsOf(mask, y);
  const holding = runs.filter(({ from, to }) => from <= middle && to > middle);
  if (holding.length > 0) return holding;
  return [...runs.filter(({ to }) => to <= middle).slice(-1), ...runs.filter(({ from }) => from > middle).slice(0, 1)];
}

/** Above the crotch what stands left and right of the middle is one. True where it was not and is now. */
function closeMiddle(mask: Mask, middle: number, y: number): boolean {
  const [left, right] = middleRuns(mask, middle, y);
  if (left === undefined || right === undefined) return false;
  mask.inside.fill(1, y * mask.widthPx + left.to, y * mask.widthPx + right.from);
  return true;
}

/** Fills what lies between the lowest inside pixel of the upper half and the highest one of the lower half. */
function fillColumn({ widthPx, inside }: Mask, x: number, fromRow: number, toRow: number): void {
  let above = -1;
  for (let y = fromRow; y < toRow; y++) {
    if (inside[y * widthPx + x] === 0) continue;
    if (above >= 0) for (let row = above + 1; row < y; row++) inside[row * widthPx + x] = 1;
    above = y;
  }
}
