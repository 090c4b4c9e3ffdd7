import { type FacePatch, meanAt } from './face-patch.ts';

/** Usual distance of the chin below the line of the lips, in distances of the pupils, and its spread. */
const [USUAL_BELOW, SIGMA] = [0.75, 0.09];

/** The chin ends this far below the place where it begins to darken. */
const BELOW_EDGE = 0.045;

/** Distances below the lips that are tried. */
const [NEAREST, FURTHEST, STEP] = [0.5, 1, 0.01];
/** What is compared above and below an edge: how far away each is, and their half-sides. */
const EDGE = { above: 0.06, below: 0.05, halfU: 0.15, halfV: 0.03 };
/** A still stronger edge is no better one (logarithm); price of a chin one spread from the usual distance. */
const [FULL_EDGE, PRICE] = [0.6, 0.06];
/** A chin lies further off the middle of the pupils than the mouth does; on the 50 real faces. */
const OFF_MIDDLE = { ofMouth: 1.4, always: 0.015 };

/** Finds the lower end of the chin, where light turns into the shadow of the neck; `mouthRow` is the lips' line. */
export function findChin({ green }: FacePatch, mouthMiddle: number, mouthRow: number): readonly [u: number, v: number] {
  let below = USUAL_BELOW;
  let most = -Infinity;
  for (let down = NEAREST; down < FURTHEST; down += STEP) {
    const v = mouthRow + down;
    const lightAt = (row: number) => meanAt(green, 0, row, EDGE.halfU, EDGE.halfV);
    const edge = lightAt(v - EDGE.above) - lightAt(v + EDGE.below);
    const rating = Math.min(FULL_EDGE, edge) - PRICE * ((down - USUAL_BELOW) / SIGMA) ** 2;
    if (rating <= most) continue;
    most = rating;
    below = down;
  }
  return [OFF_MIDDLE.ofMouth * mouthMiddle + OFF_MIDDLE.always, mouthRow + below + BELOW_EDGE];
}
