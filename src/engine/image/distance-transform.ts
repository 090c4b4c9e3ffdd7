import { onceEach } from '../once-each.ts';
import type { Mask, Plane } from './plane.ts';

/**
 * The squared distance if a column, or the whole mask, has no pixel of the other kind. All others are whole numbers,
 * below 2²⁴ in pictures of up to 2,800 px a side, so 32 bits hold them exactly.
 */
const FAR = Math.fround(1e12);

/**
 * Signed distance to the mask's outline in pixels, positive inside (Felzenszwalb & Huttenlocher, exact, linear time).
 * The outline runs half-way between an inside and an outside pixel centre.
 */
export function signedDistance(mask: Mask): Plane {
  const { widthPx, heightPx, inside } = mask;
  const squared = squaredDownColumns(mask);
  const envelope = newEnvelope(widthPx);
  for (let start = 0; start < inside.length; start += widthPx) {
    // The nearest pixel of the other kind is never beyond the first one after a run, so each run is computed alone.
    for (let from = 0; from < widthPx; ) {
      let to = from + 1;
      while (to < widthPx && inside[start + to] === inside[start + from]) to++;
      squaredAlongRun(squared, start, from, to, widthPx, envelope);
      from = to;
    }
  }
  for (let i = 0; i < squared.length; i++) {
    const distance = Math.sqrt(squared[i]!);
    squared[i] = inside[i] === 1 ? distance - 0.5 : 0.5 - distance;
  }
  return { widthPx, heightPx, values: squared };
}

/** The same of a finished mask, which is asked for by many: computed once. */
export const distanceOf = onceEach(signedDistance);

/** Squared distance from each pixel to the nearest one of the other kind in its column. */
function squaredDownColumns({ widthPx, heightPx, inside }: Mask): Float32Array {
  const squared = new Float32Array(widthPx * heightPx);
  const away = new Float64Array(widthPx).fill(Infinity);
  for (let i = 0, x = 0; i < squared.length; i++, x = x + 1 === widthPx ? 0 : x + 1) {
    away[x] = i >= widthPx && inside[i] !== inside[i - widthPx] ? 1 : away[x]! + 1;
    squared[i] = Math.min(FAR, away[x]! * away[x]!);
  }
  away.fill(Infinity);
  for (let i = squared.length - 1, x = widthPx - 1; i >= 0; i--, x = x === 0 ? widthPx - 1 : x - 1) {
    away[x] = i + widthPx < squared.length && inside[i] !== inside[i + widthPx] ? 1 : away[x]! + 1;
    squared[i] = Math.min(squared[i]!, away[x]! * away[x]!);
  }
  return squared;
}

/**
 * The lower envelope of parabolas: the column and height of each, and the place from which it is the lowest. A run has
 * up to two parabolas more than pixels, and one more number ends the last one.
 */
const newEnvelope = (widthPx: number) => ({
  column: new Int32Array(widthPx + 2),
  height: new Float64Array(widthPx + 2),
  from: new Float64Array(widthPx + 3),
});
type Envelope = ReturnType<typeof newEnvelope>;

/** Applies the columns of a run, and the pixels of the other kind at its two ends, to the whole run. */
function squaredAlongRun(
  squared: Float32Array,
  start: number,
  from: number,
  to: number,
  widthPx: number,
  envelope: Envelope,
): void {
  let last = -1;
  if (from > 0) last = stand(envelope, last, from - 1, 0);
  for (let x = from; x < to; x++) {
    if (squared[start + x]! < FAR) last = stand(envelope, last, x, squared[start + x]!);
  }
  if (to < widthPx) last = stand(envelope, last, to, 0);
  if (last < 0) return;
  envelope.from[last + 1] = Infinity;
  let k = 0;
  for (let x = from; x < to; x++) {
    while (envelope.from[k + 1]! < x) k++;
    const away = x - envelope.column[k]!;
    squared[start + x] = away * away + envelope.height[k]!;
  }
}

/** Adds a parabola to the right of the others, of which `last` is the last; returns its own index. */
function stand({ column, height, from }: Envelope, last: number, x: number, y: number): number {
  let before = last;
  let cut = -Infinity;
  while (before >= 0) {
    const p = column[before]!;
    cut = (y + x * x - height[before]! - p * p) / (2 * (x - p));
    if (cut > from[before]!) break;
    before--;
  }
  column[before + 1] = x;
  height[before + 1] = y;
  from[before + 1] = before < 0 ? -Infinity : cut;
  return before + 1;
}
