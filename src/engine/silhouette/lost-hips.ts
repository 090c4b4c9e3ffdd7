import { componentsOf } from '../image/components.ts';
import type { Mask } from '../image/plane.ts';
import { midlineColumn, type PixelRun, runsOf } from './mask-rows.ts';

/** A trunk that ends at pants ends between these shares of the picture's height; the upper border is 0. */
const WAIST = [0.4, 0.97] as const;
/** A trunk at pants ends within this share of the height, nearly as wide as its lower half: a straight edge. */
const EDGE = 0.03;
const STILL_WIDE = 0.75;
/** The largest part that may remain below the edge, such as a hand. */
const LEFT = 0.15;
/** A trunk is measured below this row. */
const LOWER_HALF = 0.35;
/** Thighs below the pants have at least this share of the trunk's area. */
const THIGH = 0.005;

/**
 * Fills hips in white pants before a white wall, which cannot be told from it. The trunk then ends at the waist, in a
 * straight edge as wide as the trunk. The missing part is filled straight down, to the thighs below it or to the
 * picture's lower border. An edge made only by the fill is not found by `edge.ts`, so the fit leaves it out. Any
 * other outline is returned unchanged.
 *
 * @param parts everything that differs from the wall, including the trunk
 */
export function fillLostHips(trunk: Mask, parts: Mask): Mask {
  const { widthPx, heightPx } = trunk;
  // In pictures of a trunk the neck reaches the upper border; other pictures are left alone.
  if (!trunk.inside.subarray(0, widthPx).includes(1)) return trunk;
  const middle = midlineColumn(trunk);
  const end = endOf(trunk, middle);
  if (end < WAIST[0] * heightPx || end > WAIST[1] * heightPx) return trunk;
  const above = Math.round(end - EDGE * heightPx);
  const waist = middleRun(trunk, middle, above);
  const usual = meanWidth(trunk, middle, Math.round(LOWER_HALF * heightPx), above);
  if (waist === undefined || waist.to - waist.from < STILL_WIDE * usual) return trunk;
  const filled = { ...trunk, inside: trunk.inside.slice() };
  const thighs = thighsBelow(parts, trunk, waist, end);
  for (const pixels of thighs) for (const i of pixels) filled.inside[i] = 1;
  const top = Math.min(heightPx, ...thighs.map((pixels) => Math.floor(pixels[0]! / widthPx)));
  for (let y = above; y < top; y++) filled.inside.fill(1, y * widthPx + waist.from, y * widthPx + waist.to);
  return thighs.length === 0 ? filled : joinedDown(filled, top, waist);
}

const middleRun = (mask: Mask, middle: number, y: number) =>
  runsOf(mask, y).find(({ from, to }) => from <= middle && middle < to);

/**
 * The first row below the chest with hardly anything left of the trunk as it was `EDGE` above. A trunk that divides
 * into legs does not end there, because much of it is left.
 */
function endOf(mask: Mask, middle: number): number {
  const { widthPx, heightPx, inside } = mask;
  const back = Math.round(EDGE * heightPx);
  for (let y = Math.round(LOWER_HALF * heightPx); y < heightPx; y++) {
    const run = middleRun(mask, middle, y - back);
    if (run === undefined) return heightPx;
    let left = 0;
    for (let x = run.from; x < run.to; x++) left += inside[y * widthPx + x]!;
    if (left < LEFT * (run.to - run.from)) return y;
  }
  return heightPx;
}

function meanWidth(mask: Mask, middle: number, fromRow: number, toRow: number): number {
  let sum = 0;
  for (let y = fromRow; y < toRow; y++) {
    const run = middleRun(mask, middle, y);
    sum += run === undefined ? 0 : run.to - run.from;
  }
  return sum / Math.max(1, toRow - fromRow);
}

/** Other parts that reach the lower border below the waist. Hands do so beside it. */
function thighsBelow(parts: Mask, trunk: Mask, waist: PixelRun, end: number): Int32Array[] {
  const { widthPx, heightPx } = parts;
  const all = componentsOf(parts);
  const area = all[0]?.length ?? 0;
  return all.flatMap((pixels) => {
    const [first, last] = [pixels.reduce((a, b) => Math.min(a, b)), pixels.reduce((a, b) => Math.max(a, b))];
    const isBelow = first >= end * widthPx && last >= (heightPx - 1) * widthPx;
    const x = pixels.reduce((sum, i) => sum + (i % widthPx), 0) / pixels.length;
    const isThigh =
      pixels.length > THIGH * area && isBelow && x > waist.from && x < waist.to && trunk.inside[first] === 0;
    return isThigh ? [pixels.slice().sort()] : [];
  });
}

/** Everything above a thigh, in its column, is hip. */
function joinedDown(mask: Mask, fromRow: number, waist: PixelRun): Mask {
  const { widthPx, heightPx, inside } = mask;
  for (let x = 0; x < widthPx; x++) {
    let first = fromRow;
    while (first < heightPx && inside[first * widthPx + x] === 0) first++;
    const isBetween = x >= waist.from && x < waist.to;
    if (first === heightPx || !isBetween) continue;
    for (let y = fromRow; y < first; y++) inside[y * widthPx + x] = 1;
  }
  return mask;
}
