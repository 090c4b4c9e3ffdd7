import type { Mask } from '../image/plane.ts';
import type { Contour } from '../silhouette/contour.ts';

/** Points of an outline in a picture, indexed for a search by place and direction. */
export interface OutlinePoints {
  count: number;
  /** x, y, outward x, outward y in turn; px, rising y. */
  points: Float64Array;
  /** Length of outline that each point stands for, px. */
  lengthPx: Float64Array;
  /** Each point's number before sorting. */
  source: Uint32Array;
  /** First point at or below each row. */
  firstOfRow: Int32Array;
}

/** Points in any order, x, y, outward x, outward y in turn. */
export function indexPoints(points: ArrayLike<number>, lengthPx: ArrayLike<number>, heightPx: number): OutlinePoints {
  const count = lengthPx.length;
  const source = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => points[a * 4 + 1]! - points[b * 4 + 1]! || a - b,
  );
  const sorted = new Float64Array(count * 4);
  const firstOfRow = new Int32Array(heightPx + 2).fill(count);
  for (let k = count - 1; k >= 0; k--) {
    const from = source[k]! * 4;
    for (let c = 0; c < 4; c++) sorted[k * 4 + c] = points[from + c]!;
    firstOfRow[Math.min(heightPx, Math.max(0, Math.floor(points[from + 1]!)))] = k;
  }
  for (let row = heightPx; row >= 0; row--) firstOfRow[row] = Math.min(firstOfRow[row]!, firstOfRow[row + 1]!);
  return { count, points: sorted, lengthPx: Float64Array.from(source, (i) => lengthPx[i]!), source, firstOfRow };
}

/** Contour points closer to the picture's border belong to the border, not to the person. */
const BORDER_PX = 2;

/** The outline from a photo's own edges; uncertain points stand for less length. */
export function pointsOfContour({ x, y, nx, ny, sigmaPx, atBorder }: Contour, heightPx: number): OutlinePoints {
  const points: number[] = [];
  const lengths: number[] = [];
  for (let i = 0; i < x.length; i++) {
    if (atBorder[i] === 1) continue;
    points.push(x[i]!, y[i]!, nx[i]!, ny[i]!);
    lengths.push(1 / (1 + sigmaPx[i]! ** 2));
  }
  return indexPoints(points, lengths, heightPx);
}

/**
 * The outline of a mask alone: the places between neighbouring pixel centres where the slightly blurred mask passes one
 * half. The picture's border is no outline, so a person cut off there has none along it.
 */
export function pointsOfMask({ widthPx, heightPx, inside }: Mask): OutlinePoints {
  const soft = blurred(blurred(Float32Array.from(inside), widthPx, heightPx), widthPx, heightPx);
  const wide = blurred(blurred(soft, widthPx, heightPx), widthPx, heightPx);
  const points: number[] = [];
  const lengths: number[] = [];
  for (let y = BORDER_PX; y < heightPx - BORDER_PX; y++) {
    for (let x = BORDER_PX; x < widthPx - BORDER_PX; x++) {
      const i = y * widthPx + x;
      for (const step of [1, widthPx]) {
        const here = soft[i]! - 0.5;
        const there = soft[i + step]! - 0.5;
        if (here < 0 === there < 0) continue;
        const share = here / (here - there);
        const gx = slope(wide, i, 1, step, share);
        const gy = slope(wide, i, widthPx, step, share);
        const length = Math.hypot(gx, gy);
        if (length < 1e-4) continue;
        points.push(x + 0.5 + (step === 1 ? share : 0), y + 0.5 + (step === 1 ? 0 : share), -gx / length, -gy / length);
        // A slanted line crosses the lattice more often than a straight one.
        lengths.push(length / (Math.abs(gx) + Math.abs(gy)));
      }
    }
  }
  return indexPoints(points, lengths, heightPx);
}

/** The slope in direction `along`, between pixel i and its neighbour. */
function slope(values: Float32Array, i: number, along: number, step: number, share: number): number {
  const at = (j: number) => (values[j + along] ?? 0) - (values[j - along] ?? 0);
  return at(i) * (1 - share) + at(i + step) * share;
}

/** Binomial 1-2-1 blur in both directions; the border repeats. */
function blurred(values: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const left = values[x === 0 ? i : i - 1]!;
      const right = values[x === widthPx - 1 ? i : i + 1]!;
      across[i] = (left + 2 * values[i]! + right) / 4;
    }
  }
  const both = new Float32Array(values.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const up = across[y === 0 ? i : i - widthPx]!;
      const down = across[y === heightPx - 1 ? i : i + widthPx]!;
      both[i] = (up + 2 * across[i]! + down) / 4;
    }
  }
  return both;
}

/**
 * Directions further apart than this (cosine) belong to different outlines, such as the far side of an arm and the
 * trunk beside it.
 */
const LEAST_ALIKE = 0.6;

/** The nearest point within `reachPx` with an outward direction like (nx, ny); −1 if there is none. */
export function nearestOf(
  { points, firstOfRow }: OutlinePoints,
  x: number,
  y: number,
  nx: number,
  ny: number,
  reachPx: number,
): number {
  const last = firstOfRow.length - 1;
  const from = firstOfRow[Math.min(last, Math.max(0, Math.floor(y - reachPx)))]!;
  const to = firstOfRow[Math.min(last, Math.max(0, Math.floor(y + reachPx) + 1))]!;
  let best = -1;
  let least = reachPx * reachPx;
  for (let k = from, o = from * 4; k < to; k++, o += 4) {
    const dx = points[o]! - x;
    const dy = points[o + 1]! - y;
    const away = dx * dx + dy * dy;
    if (away >= least || points[o + 2]! * nx + points[o + 3]! * ny < LEAST_ALIKE) continue;
    least = away;
    best = k;
  }
  return best;
}
