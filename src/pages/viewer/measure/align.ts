import type { FindNearest } from './nearest.ts';
import { after, moved, type Rigid, rigidOf, STAY, turned } from './rigid.ts';
import { cross, dot, minus, type Vec3 } from './vector.ts';

/** Places of a model and which way is out there. */
export interface Sample {
  place: Vec3;
  normal: Vec3;
}

/** Few samples find the place roughly, all of them exactly. */
const STAGES = [
  { rounds: 30, every: 6, stillM: 1e-5 },
  { rounds: 20, every: 1, stillM: 1e-7 },
] as const;
/** Sides that look further apart than this cosine are no pair. */
const SAME_SIDE = 0.3;
/** Fewer pairs than this say nothing. */
const LEAST_PAIRS = 50;
/** Gaps below this are all alike: the files are not more exact. */
const EXACT_M = 2e-5;
/** Tukey's constant: what is off by more than so many spreads has changed and does not count. */
const CHANGED = 4.685;
/** From the median of absolute gaps to the spread of usual ones. */
const SPREAD = 1.4826;

/**
 * The motion that lays one model on another by what has not changed between them: what stays far off after the rest lies
 * well counts less and less, and at last nothing. Never a change of size. Undefined where the two do not meet.
 */
export function aligned(samples: readonly Sample[], findNearest: FindNearest): Rigid | undefined {
  let motion = STAY;
  for (const { rounds, every, stillM } of STAGES) {
    const some = samples.filter((_, i) => i % every === 0);
    for (let round = 0; round < rounds; round++) {
      const step = stepOf(some, findNearest, motion);
      if (step === undefined) return undefined;
      motion = after(rigidOf(step.turn, step.shift), motion);
      if (Math.hypot(...step.turn) < stillM && Math.hypot(...step.shift) < stillM) break;
    }
  }
  return motion;
}

function stepOf(samples: readonly Sample[], findNearest: FindNearest, motion: Rigid) {
  const pairs = pairsOf(samples, findNearest, motion);
  if (pairs.length < LEAST_PAIRS) return undefined;
  const gaps = pairs.map(({ gap }) => Math.abs(gap)).sort((a, b) => a - b);
  const limit = CHANGED * Math.max(EXACT_M, SPREAD * gaps[Math.floor(gaps.length / 2)]!);
  const weighted = pairs.flatMap((pair) => {
    const share = pair.gap / limit;
    return Math.abs(share) >= 1 ? [] : [{ ...pair, weight: (1 - share * share) ** 2 }];
  });
  return bestStep(weighted);
}

interface Pair {
  /** How far the sample lies below the other surface, along that one's normal. */
  gap: number;
  /** How that changes with a small turn about x, y and z and a shift along them, negative. */
  slope: readonly number[];
}

function pairsOf(samples: readonly Sample[], findNearest: FindNearest, motion: Rigid): Pair[] {
  return samples.flatMap(({ place, normal }) => {
    const here = moved(motion, place);
    const there = findNearest(here);
    if (there.isInRim || dot(turned(motion, normal), there.normal) < SAME_SIDE) return [];
    const gap = dot(minus(there.place, here), there.normal);
    return [{ gap, slope: [...cross(here, there.normal), ...there.normal] }];
  });
}

/** The small motion that closes the gaps best: six normal equations, solved by elimination. */
function bestStep(pairs: readonly (Pair & { weight: number })[]): { turn: Vec3; shift: Vec3 } {
  const rows = Array.from({ length: 6 }, (_, i) => new Float64Array(7).fill(1e-9 * pairs.length, i, i + 1));
  for (const { gap, slope, weight } of pairs) {
    for (let a = 0; a < 6; a++) {
      for (let b = 0; b < 6; b++) rows[a]![b] = rows[a]![b]! + weight * slope[a]! * slope[b]!;
      rows[a]![6] = rows[a]![6]! + weight * slope[a]! * gap;
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
  const [rx, ry, rz, x, y, z] = rows.map((row, i) => row[6]! / row[i]!) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { turn: [rx, ry, rz], shift: [x, y, z] };
}
