import type { Figure } from './figure.ts';
import { type Distance, distanceTo } from './shape.ts';
import { length, subtract } from './vector.ts';

/** Measures as a tape and a ruler would read them on the figure, in cm to the millimetre. */
export interface FigureMeasures {
  nipple_to_nipple: number;
  eye_distance: number;
  /** Round the hips at their fullest, over any hollow, as a tape runs. */
  hipline: number;
}

export function measuresOf({ landmarks, lowerBody, physique }: Figure): FigureMeasures {
  const { nipples, pupils } = landmarks;
  return {
    nipple_to_nipple: toMillimetre(length(subtract(nipples[0], nipples[1]))),
    eye_distance: toMillimetre(length(subtract(pupils[0], pupils[1]))),
    hipline: toMillimetre(hipline((x, y, z) => distanceTo(lowerBody, x, y, z), physique.buttock.centre[1])),
  };
}

const toMillimetre = (cm: number) => Math.round(cm * 10) / 10;

const DIRECTIONS = 360;

/** Longest tape round the lower body near a height, cm. */
export const hipline = (lowerBody: Distance, height: number): number =>
  Math.max(...[-6, -4, -2, 0, 2, 4, 6].map((offset) => tapeLength(lowerBody, height + offset)));

/** Length of a tape drawn tight round a shape at a height: the mean width over all directions times pi. */
function tapeLength(shape: Distance, y: number): number {
  const outline = Array.from({ length: DIRECTIONS }, (_, i) => outermost(shape, y, (i / DIRECTIONS) * 2 * Math.PI));
  const reach = outline.map((_, i) => {
    const [dx, dz] = [Math.cos((i / DIRECTIONS) * 2 * Math.PI), Math.sin((i / DIRECTIONS) * 2 * Math.PI)];
    return Math.max(...outline.map(([x, z]) => x * dx + z * dz));
  });
  return (reach.reduce((sum, one) => sum + one, 0) * 2 * Math.PI) / DIRECTIONS;
}

function outermost(shape: Distance, y: number, angle: number): [number, number] {
  const [dx, dz] = [Math.cos(angle), Math.sin(angle)];
  let r = 60;
  for (let step = 0; step < 300 && r > 0; step++) {
    const distance = shape(dx * r, y, dz * r);
    if (distance < 0.005) break;
    r -= distance * 0.7;
  }
  return [dx * r, dz * r];
}
