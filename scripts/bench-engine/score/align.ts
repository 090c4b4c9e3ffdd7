import { faceNormal, type Mesh } from '../../../src/engine/surface/mesh.ts';
import type { nearestOn } from './nearest.ts';
import { after, moved, type Rigid, rigidOf, shifted, turned } from './rigid.ts';
import { joined, type Samples, someOf } from './samples.ts';

/** Heights at which the truth is first laid on the model besides middle on middle, metres. */
const LIFTS = [-0.4, -0.2, -0.1, 0, 0.1, 0.2, 0.4];
/** And how far forward: a face lies before the middle of its head. */
const FORWARD = [0, 0.08];
/** Sides that look further apart than this cosine are no pair. */
const SAME_SIDE = 0.2;
/** Where fewer pairs than this are left there is no alignment. */
const LEAST_PAIRS = 20;

/**
 * Lays truth on model by turn and shift, never by scale: point-to-plane steps on the pairs that are nearest, from
 * several starting heights, the furthest few of each region left out. Gives the motion truth → model.
 *
 * @param region what is laid exactly; `all` holds it and the other places of the score, and helps to choose a start
 * @param isPlaced the model stands where the truth does, but for small errors, so no other start is tried
 */
export function align(
  model: Mesh,
  near: ReturnType<typeof nearestOn>,
  region: Samples,
  all: Samples,
  isPlaced: boolean,
): Rigid {
  const few = joined(someOf(all, 250), someOf(region, 200));
  const whole = someOf(all, 400);
  const middle = meanOf(region.points);
  const there = meanOf(model.positions);
  const lifts = FORWARD.flatMap((dz) =>
    LIFTS.map((dy) => shifted(there[0]! - middle[0]!, there[1]! - middle[1]! + dy, there[2]! - middle[2]! + dz)),
  );
  const step = (samples: Samples, start: Rigid, rounds: number, kept: number) =>
    steps(model, near, samples, start, rounds, kept);
  const starts = [shifted(0, 0, 0), ...(isPlaced ? [] : lifts)]
    // A face alone may find a cheek that fits it; laid by the whole head first it does not.
    .flatMap((start) => [step(few, start, 12, 0.85), step(few, step(whole, start, 25, 0.95).motion, 4, 0.85)])
    .sort(byError);
  const coarse = someOf(region, 600);
  const best = starts
    .slice(0, 4)
    .map(({ motion }) => step(coarse, step(coarse, motion, 15, 0.9).motion, 10, 0.97))
    .map(({ motion, error }) => ({ motion, error: error + step(few, motion, 0, 0.85).error / 2 }))
    .sort(byError)[0]!;
  return step(someOf(region, 3000), best.motion, 15, 0.97).motion;
}

interface Aligned {
  motion: Rigid;
  /** Mean distance of the kept pairs, metres, and 20 mm for each without a partner. */
  error: number;
}

const byError = (a: Aligned, b: Aligned) => a.error - b.error;

function steps(
  model: Mesh,
  near: ReturnType<typeof nearestOn>,
  samples: Samples,
  start: Rigid,
  rounds: number,
  kept: number,
): Aligned {
  let motion = start;
  for (let round = 0; ; round++) {
    const { pairs, alone } = pairsOf(model, near, samples, motion);
    if (pairs.length < LEAST_PAIRS) return { motion, error: Infinity };
    const best = pairs.sort((a, b) => a.distance - b.distance).slice(0, Math.floor(pairs.length * kept));
    const error = best.reduce((sum, { distance }) => sum + distance, 0) / best.length;
    if (round === rounds) return { motion, error: error + (0.02 * alone) / samples.areas.length };
    motion = after(rigidOf(bestStep(best)), motion);
  }
}

interface Pair {
  distance: number;
  /** How far the point lies below the surface, along its normal. */
  gap: number;
  /** Change of that gap's negative with a small turn about x, y, z and a shift along them. */
  slope: readonly number[];
}

function pairsOf(model: Mesh, near: ReturnType<typeof nearestOn>, { points, normals }: Samples, motion: Rigid) {
  const places = moved(points, motion);
  const directions = turned(normals, motion);
  const n = new Float64Array(3);
  const pairs: Pair[] = [];
  let alone = 0;
  for (let i = 0; i < places.length; i += 3) {
    const x = places[i]!;
    const y = places[i + 1]!;
    const z = places[i + 2]!;
    const to = near(x, y, z);
    const distance = to.distance;
    faceNormal(model.positions, model.triangles, to.triangle * 3, n);
    const length = Math.hypot(n[0]!, n[1]!, n[2]!) || 1;
    const nx = n[0]! / length;
    const ny = n[1]! / length;
    const nz = n[2]! / length;
    if (directions[i]! * nx + directions[i + 1]! * ny + directions[i + 2]! * nz < SAME_SIDE) alone++;
    else {
      const gap = (to.x - x) * nx + (to.y - y) * ny + (to.z - z) * nz;
      pairs.push({ distance, gap, slope: [y * nz - z * ny, z * nx - x * nz, x * ny - y * nx, nx, ny, nz] });
    }
  }
  return { pairs, alone };
}

/** The small motion that closes the gaps best: six normal equations, solved by elimination. */
function bestStep(pairs: readonly Pair[]): [number, number, number, number, number, number] {
  const rows = Array.from({ length: 6 }, (_, i) => new Float64Array(7).fill(0).fill(1e-6 * pairs.length, i, i + 1));
  for (const { gap, slope } of pairs) {
    for (let a = 0; a < 6; a++) {
      for (let b = 0; b < 6; b++) rows[a]![b] = rows[a]![b]! + slope[a]! * slope[b]!;
      rows[a]![6] = rows[a]![6]! + slope[a]! * gap;
    }
  }
  // Symmetric and positive, so no pivoting.
  for (let i = 0; i < 6; i++) {
    for (let k = 0; k < 6; k++) {
      if (k === i) continue;
      const share = rows[k]![i]! / rows[i]![i]!;
      for (let c = i; c < 7; c++) rows[k]![c] = rows[k]![c]! - share * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row[6]! / row[i]!) as [number, number, number, number, number, number];
}

function meanOf(points: Float64Array): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < points.length; i++) sum[i % 3] = sum[i % 3]! + points[i]!;
  return sum.map((value) => (value * 3) / points.length);
}
