import type { Plane } from '../image/plane.ts';
import { type FacePatch, meanAt } from './face-patch.ts';

/** Usual row of the nostrils and of the wings' widest place above them, and spreads; in distances of the pupils. */
const [NOSTRIL_ROW, NOSTRIL_SIGMA, WING_ABOVE] = [0.68, 0.06, 0.038];
/** Usual half-width at the wings, its spread, and the spread of their middle. */
const [USUAL_HALF, HALF_SIGMA, OFF_SIGMA] = [0.285, 0.023, 0.016];
/** Weight of departing from the usual. */
const FOLD_PRIOR = 0.2;
const STEP = 0.01;

/** Finds the widest places of the nose's wings, beside the dark nostrils: on the picture's left, then right. */
export function findNoseWings(
  patch: FacePatch,
  mouthMiddle: number,
): readonly [readonly [number, number], readonly [number, number]] {
  let row = NOSTRIL_ROW;
  let most = -Infinity;
  for (let v = 0.52; v < 0.9; v += STEP) {
    const rating = nostrilsAt(patch, v) - 0.03 * ((v - NOSTRIL_ROW) / NOSTRIL_SIGMA) ** 2;
    if (rating <= most) continue;
    most = rating;
    row = v;
  }
  const v = row - WING_ABOVE;
  const { left, right } = foldsAt(patch, v, 0.7 * mouthMiddle);
  return [
    [left, v],
    [right, v],
  ];
}

/** How much darker the two nostrils would be than the tip of the nose above them and the lip below. */
function nostrilsAt({ green }: FacePatch, v: number): number {
  const side = (u: number) => meanAt(green, u, v, 0.04, 0.02);
  const nostrils = (side(-0.12) + side(0.12)) / 2;
  const around = Math.min(meanAt(green, 0, v - 0.12, 0.15, 0.03), meanAt(green, 0, v + 0.1, 0.15, 0.03));
  return Math.min(0.8, around - nostrils);
}

/** The folds at the outside of both wings are darker and redder than wing and cheek; a nose is about even. */
function foldsAt({ green, redness }: FacePatch, v: number, middle: number): { left: number; right: number } {
  const foldAt = (u: number) => {
    const at = (plane: Plane, out: number) => meanAt(plane, u + out, v + 0.02, 0.01, 0.05);
    const dark = Math.min(at(green, -0.05), at(green, 0.05)) - at(green, 0);
    const red = at(redness, 0) - Math.max(at(redness, -0.05), at(redness, 0.05));
    return Math.min(0.15, dark) + Math.min(0.1, red);
  };
  const halves = Array.from({ length: 41 }, (_, i) => 0.19 + i * 0.005);
  const onLeft = halves.map((half) => foldAt(-half));
  const onRight = halves.map((half) => foldAt(half));
  let best = { left: middle - USUAL_HALF, right: middle + USUAL_HALF };
  let most = -Infinity;
  for (const [i, left] of halves.entries()) {
    for (const [j, right] of halves.entries()) {
      const wide = ((left + right) / 2 - USUAL_HALF) / HALF_SIGMA;
      const off = ((right - left) / 2 - middle) / OFF_SIGMA;
      const rating = onLeft[i]! + onRight[j]! - FOLD_PRIOR * (wide ** 2 + off ** 2);
      if (rating <= most) continue;
      most = rating;
      best = { left: -left, right };
    }
  }
  return best;
}
