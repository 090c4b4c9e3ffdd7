import { indexPoints, nearestOf, type OutlinePoints } from './outline-points.ts';
import type { Rim } from './rim.ts';

/** Points of the model's outline, each with the line of the photo's outline on which it should lie. */
export interface Matches {
  count: number;
  /** Number of the point in the rim. */
  rim: Uint32Array;
  /** Unit normal of the photo's outline. */
  normal: Float64Array;
  /** Signed distance from the line, px; positive where the model is too large. */
  residual: Float64Array;
  /** The length of outline that this point stands for, px. */
  lengthPx: Float64Array;
  /** Share of the model's outline in the picture that found its match. */
  found: number;
}

/** One of this many points of the photo's outline is used. */
const STRIDE = 3;

/**
 * Matches in both directions: every point of the model's outline searches the photo's, which shows where the model is
 * too large or too small; and the photo's outline searches the model's, so that parts that the model does not reach
 * (the underside of a breast, a nose tip) pull it there. Each direction counts half.
 */
export function matchOutlines(rim: Rim, outline: OutlinePoints, reachPx: number, heightPx: number): Matches {
  const capacity = rim.count + Math.ceil(outline.count / STRIDE);
  const matches: Matches = {
    count: 0,
    rim: new Uint32Array(capacity),
    normal: new Float64Array(capacity * 2),
    residual: new Float64Array(capacity),
    lengthPx: new Float64Array(capacity),
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
