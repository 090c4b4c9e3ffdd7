import { type FacePatch, meanAt } from './face-patch.ts';

/** Rows in which the line between the lips is searched, in distances of the pupils below them; usual row, its spread. */
const ROWS = [0.92, 1.34] as const;
const [USUAL_ROW, ROW_SIGMA] = [1.1, 0.07];
/** Usual distance of a corner from the middle, and its spread. */
const [USUAL_HALF, HALF_SIGMA] = [0.4, 0.03];
const STEP = 0.01;

interface Mouth {
  /** The row of the line between the lips, at the middle. */
  row: number;
  /** Corners in the patch, on the picture's left and right. */
  corners: readonly [readonly [u: number, v: number], readonly [u: number, v: number]];
}

/**
 * Finds the line between the lips, which is darker than both lips, and follows it to its ends. Lips are redder than the
 * skin above and below them; the shadow under the lower lip and a moustache are not.
 */
export function findMouth(patch: FacePatch): Mouth {
  let row = USUAL_ROW;
  let most = -Infinity;
  for (let v = ROWS[0]; v <= ROWS[1]; v += STEP) {
    const rating =
      Math.min(0.5, lineAt(patch, 0, v, 0.2)) + lipsAt(patch, v) - 0.04 * ((v - USUAL_ROW) / ROW_SIGMA) ** 2;
    if (rating <= most) continue;
    most = rating;
    row = v;
  }
  return { row, corners: [cornerAt(patch, row, -1), cornerAt(patch, row, 1)] };
}

/** How much darker a short level line is than what is above and below it; logarithm. */
function lineAt({ red }: FacePatch, u: number, v: number, halfU: number): number {
  const line = meanAt(red, u, v, halfU, 0.01);
  return Math.min(meanAt(red, u, v - 0.06, halfU, 0.015), meanAt(red, u, v + 0.06, halfU, 0.015)) - line;
}

/** How much redder it is just above and below a row than further away; logarithm. */
function lipsAt({ redness }: FacePatch, v: number): number {
  const lips = meanAt(redness, 0, v, 0.2, 0.07);
  return lips - Math.max(meanAt(redness, 0, v - 0.2, 0.15, 0.02), meanAt(redness, 0, v + 0.27, 0.15, 0.02));
}

/** Follows the line outwards from near the middle; the corner is where it has ended. */
function cornerAt(patch: FacePatch, row: number, side: -1 | 1): readonly [number, number] {
  const path: { half: number; v: number; dark: number }[] = [];
  let v = row;
  for (let half = 0.1; half < 0.56; half += STEP) {
    let [bestV, most] = [v, -Infinity];
    for (const down of [-STEP, 0, STEP]) {
      const dark = lineAt(patch, side * half, v + down, 0.025) - 0.02 * Math.abs(down / STEP);
      if (dark > most) [bestV, most] = [v + down, dark];
    }
    v = bestV;
    path.push({ half, v, dark: most });
  }
  const inner = path.filter(({ half }) => half < 0.3).map(({ dark }) => dark);
  const usual = inner.toSorted((a, b) => a - b)[inner.length >> 1]!;
  const limit = 0.65 * usual;
  let best = path[0]!;
  let most = -Infinity;
  let sum = 0;
  for (const place of path) {
    sum += Math.min(1, Math.max(-1, (place.dark - limit) / Math.max(0.05, usual)));
    const rating = sum - 0.5 * ((place.half - USUAL_HALF) / HALF_SIGMA) ** 2;
    if (rating <= most) continue;
    most = rating;
    best = place;
  }
  return [side * best.half, best.v];
}
