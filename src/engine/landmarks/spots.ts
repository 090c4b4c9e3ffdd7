import type { Mask, Plane } from '../image/plane.ts';

/** A candidate for a round spot: its pixel centre, and its contrast in the plane's unit. */
export interface Spot {
  xPx: number;
  yPx: number;
  radiusPx: number;
  strength: number;
}

/** The mean over the square of half-side `half` round a pixel; clipped at the picture's border. */
export type BoxMean = (x: number, y: number, half: number) => number;

/** Sums from the corner give each mean in four look-ups, whatever its size. */
export function boxMeans({ widthPx, heightPx, values }: Plane): BoxMean {
  const stride = widthPx + 1;
  const sums = new Float64Array(stride * (heightPx + 1));
  for (let y = 0; y < heightPx; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      row += values[y * widthPx + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return (x, y, half) => {
    const x0 = Math.max(0, x - half);
    const y0 = Math.max(0, y - half);
    const x1 = Math.min(widthPx, x + half + 1);
    const y1 = Math.min(heightPx, y + half + 1);
    const sum = sums[y1 * stride + x1]! - sums[y0 * stride + x1]! - sums[y1 * stride + x0]! + sums[y0 * stride + x0]!;
    return sum / Math.max(1, (x1 - x0) * (y1 - y0));
  };
}

/** The strongest spots over several radii, none too near to another, strongest first. */
export function strongestSpots(
  within: Mask,
  radiiPx: readonly number[],
  strengthAt: (x: number, y: number, radiusPx: number) => number,
  wanted: number,
): Spot[] {
  const all: Spot[] = [];
  for (let y = 0; y < within.heightPx; y++) {
    for (let x = 0; x < within.widthPx; x++) {
      if (within.inside[y * within.widthPx + x] === 0) continue;
      for (const radiusPx of radiiPx) {
        const strength = strengthAt(x, y, radiusPx);
        if (strength > 0) all.push({ xPx: x, yPx: y, radiusPx, strength });
      }
    }
  }
  all.sort((a, b) => b.strength - a.strength || a.yPx - b.yPx || a.xPx - b.xPx);
  const kept: Spot[] = [];
  for (const spot of all) {
    if (kept.length === wanted) break;
    const isNear = kept.some(
      (k) => Math.hypot(k.xPx - spot.xPx, k.yPx - spot.yPx) < 2 * Math.max(k.radiusPx, spot.radiusPx),
    );
    if (!isNear) kept.push(spot);
  }
  return kept;
}

export interface SpotPair {
  /** The spot further left in the picture: the person's right. */
  left: Spot;
  right: Spot;
}

/** The pair with the best score; `rate` returns undefined for an impossible pair. */
export function bestPair(
  spots: readonly Spot[],
  rate: (left: Spot, right: Spot) => number | undefined,
): SpotPair | undefined {
  let best: SpotPair | undefined;
  let most = -Infinity;
  for (const left of spots) {
    for (const right of spots) {
      if (left.xPx >= right.xPx) continue;
      const score = rate(left, right);
      if (score === undefined || score <= most) continue;
      most = score;
      best = { left, right };
    }
  }
  return best;
}
