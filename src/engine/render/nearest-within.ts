import type { DepthImage } from './rasterize.ts';

/** Per pixel the smallest depth within a square of this radius. */
export function nearestWithin({ depth, widthPx, heightPx }: DepthImage, radiusPx: number): Float32Array {
  const across = new Float32Array(depth.length);
  for (let y = 0; y < heightPx; y++) slidingLeast(depth, across, y * widthPx, 1, widthPx, radiusPx, 1);
  const nearest = new Float32Array(depth.length);
  slidingLeast(across, nearest, 0, widthPx, heightPx, radiusPx, widthPx);
  return nearest;
}

/**
 * The minimum within `radius` steps on either side, for `lanes` lines beside each other in memory (van Herk &
 * Gil-Werman). For blocks as long as the window, it computes the minimum from the block's start up to each place, and
 * from each place to the block's end; a window is the end of one block and the start of the next. This takes three
 * comparisons per value at any radius.
 */
function slidingLeast(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  lanes: number,
): void {
  const block = 2 * radius + 1;
  // The lines are padded by the window's reach at both ends.
  const padded = count + 2 * radius;
  const upTo = new Float32Array(padded * lanes);
  const onwards = new Float32Array(padded * lanes);
  for (let k = 0; k < padded; k++) {
    const at = start + (k - radius) * step;
    const isNothing = k < radius || k >= count + radius;
    const isFirst = k % block === 0;
    for (let lane = 0, o = k * lanes; lane < lanes; lane++, o++) {
      const value = isNothing ? Infinity : from[at + lane]!;
      upTo[o] = isFirst ? value : Math.min(upTo[o - lanes]!, value);
      onwards[o] = value;
    }
  }
  for (let k = padded - 2; k >= 0; k--) {
    if (k % block === block - 1) continue;
    for (let o = k * lanes; o < (k + 1) * lanes; o++) onwards[o] = Math.min(onwards[o]!, onwards[o + lanes]!);
  }
  for (let k = 0; k < count; k++) {
    const [first, last] = [k * lanes, (k + 2 * radius) * lanes];
    for (let lane = 0; lane < lanes; lane++) {
      to[start + k * step + lane] = Math.min(onwards[first + lane]!, upTo[last + lane]!);
    }
  }
}
