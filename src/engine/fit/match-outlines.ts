import type { Contour } from '../silhouette/contour.ts';
import type { Rim } from './rim.ts';

export type OutlinePoints = ReturnType<typeof indexPoints>;

/**
 * Indexes points of an outline for a search by place and direction; they come in any order: x, y, outward x, outward y
 * in turn, px.
 */
function indexPoints(points: ArrayLike<number>, lengthPx: ArrayLike<number>, heightPx: number) {
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
  return {
    count,
    /** As given, in the order of rising y. */
    points: sorted,
    /** Length of outline that each point stands for, px. */
    lengthPx: Float64Array.from(source, (i) => lengthPx[i]!),
    /** Each point's number before sorting. */
    source,
    /** First point at or below each row. */
    firstOfRow,
  };
}

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

/** One of this many points of the photo's outline is used. */
const STRIDE = 3;

/**
 * Matches in both directions: every point of the model's outline searches the photo's, which shows where the model is
 * too large or too small; and the photo's outline searches the model's, so that parts that the model does not reach
 * (the underside of a breast, a nose tip) pull it there. Each direction counts half.
 */
export function matchOutlines(rim: Rim, outline: OutlinePoints, reachPx: number, heightPx: number) {
  const capacity = rim.count + Math.ceil(outline.count / STRIDE);
  const matches = {
    count: 0,
    /** Number of the point in the rim. */
    rim: new Uint32Array(capacity),
    /** Unit normal of the photo's outline. */
    normal: new Float64Array(capacity * 2),
    /** Signed distance from the photo's outline, px; positive where the model is too large. */
    residual: new Float64Array(capacity),
    /** The length of outline that this point stands for, px. */
    lengthPx: new Float64Array(capacity),
    /** Share of the model's outline in the picture that found its match. */
    found: 0,
  };
  const add = (i: number, k: number, lengthPx: number) => {
    const m = matches.count++;
    const nx = outline.points[k * 4 + 2]!;
    const ny = outline.points[k * 4 + 3]!;
    matches.rim[m] = i;
    matches.normal[m * 2] = nx;
    matches.normal[m * 2 + 1] = ny;
    matches.residual[m] =
      (rim.seen[i * 4]! - outline.points[k * 4]!) * nx + (rim.seen[i * 4 + 1]! - outline.points[k * 4 + 1]!) * ny;
    matches.lengthPx[m] = lengthPx / 2;
  };
  let all = 0;
  let found = 0;
  for (let i = 0, o = 0; i < rim.count; i++, o += 4) {
    const s = rim.seen;
    all += rim.lengthPx[i]!;
    const k = nearestOf(outline, s[o]!, s[o + 1]!, s[o + 2]!, s[o + 3]!, reachPx);
    if (k < 0) continue;
    found += rim.lengthPx[i]!;
    add(i, k, rim.lengthPx[i]!);
  }
  matches.found = found / Math.max(1e-9, all);
  const seen = indexPoints(rim.seen, rim.lengthPx.subarray(0, rim.count), heightPx);
  for (let k = 0; k < outline.count; k += STRIDE) {
    const p = outline.points;
    const i = nearestOf(seen, p[k * 4]!, p[k * 4 + 1]!, p[k * 4 + 2]!, p[k * 4 + 3]!, reachPx);
    if (i >= 0) add(seen.source[i]!, k, outline.lengthPx[k]! * STRIDE);
  }
  return matches;
}

/** Directions further apart (cosine) are different outlines: the far side of an arm, the trunk beside it. */
const LEAST_COSINE = 0.6;

/** The nearest point within `reachPx` with an outward direction like (nx, ny); −1 if there is none. */
function nearestOf(
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
    // All that come are lower still.
    if (dy > 0 && dy * dy >= least) break;
    const away = dx * dx + dy * dy;
    if (away >= least || points[o + 2]! * nx + points[o + 3]! * ny < LEAST_COSINE) continue;
    least = away;
    best = k;
  }
  return best;
}
