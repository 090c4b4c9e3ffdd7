import { type FacePatch, meanAt } from './face-patch.ts';

/** Usual distance of the chin below the line of the lips, in distances of the pupils, and its spread. */
const [USUAL_BELOW, SIGMA] = [0.75, 0.09];

/** The chin ends this far below the place where it begins to darken. */
const BELOW_EDGE = 0.045;

/** Finds the lower end of the chin, where light turns into the shadow of the neck; `mouthRow` is the lips' line. */
export function findChin({ green }: FacePatch, mouthMiddle: number, mouthRow: number): readonly [u: number, v: number] {
  let below = USUAL_BELOW;
  let most = -Infinity;
  for (let down = 0.5; down < 1; down += 0.01) {
    const v = mouthRow + down;
    const edge = meanAt(green, 0, v - 0.06, 0.15, 0.03) - meanAt(green, 0, v + 0.05, 0.15, 0.03);
    const rating = Math.min(0.6, edge) - 0.06 * ((down - USUAL_BELOW) / SIGMA) ** 2;
    if (rating <= most) continue;
    most = rating;
    below = down;
  }
  return [1.4 * mouthMiddle + 0.015, mouthRow + below + BELOW_EDGE];
}
