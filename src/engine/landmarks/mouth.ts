import { type FacePatch, meanAt } from './face-patch.ts';

/** Rows in which the line between the lips is searched, in distances of the pupils below them; usual row, its spread. */
const ROWS = [0.92, 1.34] as const;
const [USUAL_ROW, ROW_SIGMA] = [1.1, 0.07];
/** Usual distance of a corner from the middle, and its spread. */
const [USUAL_HALF, HALF_SIGMA] = [0.4, 0.03];
const STEP = 0.01;
/** Half of the length of the line that is looked at for its row, and of a piece of it that is followed to a corner. */
const [HALF_LINE, HALF_PIECE] = [0.2, 0.025];
/** A still darker line is no better one (logarithm); price of a row that is one spread from the usual one. */
const [FULL_DARK, ROW_PRICE] = [0.5, 0.04];

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
    const unusual = (v - USUAL_ROW) / ROW_SIGMA;
    const rating = Math.min(FULL_DARK, lineAt(patch, 0, v, HALF_LINE)) + lipsAt(patch, v) - ROW_PRICE * unusual ** 2;
    if (rating <= most) continue;
    most = rating;
    row = v;
  }
  return { row, corners: [cornerAt(patch, row, -1), cornerAt(patch, row, 1)] };
}

/** Half-heights of the line and of what it is compared with above and below it, and how far away that is. */
const LINE = { half: 0.01, beside: 0.015, away: 0.06 };

/** How much darker a short level line is than what is above and below it; logarithm. */
function lineAt({ red }: FacePatch, u: number, v: number, halfU: number): number {
  const line = meanAt(red, u, v, halfU, LINE.half);
  const beside = (away: number) => meanAt(red, u, v + away, halfU, LINE.beside);
  return Math.min(beside(-LINE.away), beside(LINE.away)) - line;
}

/** Half-sides of both lips together, and of the skin above and below them, and how far away that is from their line. */
const LIPS = { halfU: 0.2, halfV: 0.07 };
const SKIN = { halfU: 0.15, halfV: 0.02, above: 0.2, below: 0.27 };

/** How much redder it is just above and below a row than further away; logarithm. */
function lipsAt({ redness }: FacePatch, v: number): number {
  const lips = meanAt(redness, 0, v, LIPS.halfU, LIPS.halfV);
  const skin = (away: number) => meanAt(redness, 0, v + away, SKIN.halfU, SKIN.halfV);
  return lips - Math.max(skin(-SKIN.above), skin(SKIN.below));
}

/** Distances from the middle at which the line is followed, and up to which it is surely the mouth's. */
const PATH = { from: 0.1, to: 0.56, sureTo: 0.3 };
/** Price of a step up or down, in darkness. */
const STEP_PRICE = 0.02;
/** The line has ended where it is less dark than this share of what it is within the mouth, which is at least so dark. */
const ENDED = 0.65;
const LEAST_DARK = 0.05;

/** Follows the line outwards from near the middle; the corner is where it has ended. */
function cornerAt(patch: FacePatch, row: number, side: -1 | 1): readonly [number, number] {
  const path: { half: number; v: number; dark: number }[] = [];
  let v = row;
  for (let half = PATH.from; half < PATH.to; half += STEP) {
    let [bestV, most] = [v, -Infinity];
    for (const down of [-STEP, 0, STEP]) {
      const dark = lineAt(patch, side * half, v + down, HALF_PIECE) - STEP_PRICE * Math.abs(down / STEP);
      if (dark > most) [bestV, most] = [v + down, dark];
    }
    v = bestV;
    path.push({ half, v, dark: most });
  }
  const inner = path.filter(({ half }) => half < PATH.sureTo).map(({ dark }) => dark);
  const usual = inner.toSorted((a, b) => a - b)[inner.length >> 1]!;
  const limit = ENDED * usual;
  let best = path[0]!;
  let most = -Infinity;
  let sum = 0;
  for (const place of path) {
    sum += Math.min(1, Math.max(-1, (place.dark - limit) / Math.max(LEAST_DARK, usual)));
    const rating = sum - ((place.half - USUAL_HALF) / HALF_SIGMA) ** 2 / 2;
    if (rating <= most) continue;
    most = rating;
    best = place;
  }
  return [side * best.half, best.v];
}
