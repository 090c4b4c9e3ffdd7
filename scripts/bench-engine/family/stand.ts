import type { BlockGrid } from '../../samples/block-grid.ts';
import type { Figure } from '../../samples/figure.ts';
import { hipline } from '../../samples/figure-measures.ts';
import { distanceTo } from '../../samples/shape.ts';
import { length, scale, subtract, type Vector } from '../../samples/vector.ts';
import { fromRest, type Posture, toRest } from './posture.ts';
import type { Heights } from './studio.ts';

/** A figure in a posture. */
export interface Standing {
  figure: Figure;
  grid: BlockGrid;
  atRest(point: Vector): Vector;
}

export function stand(figure: Figure, posture: Posture): Standing {
  const { grid, physique } = figure;
  const { size } = posture;
  const atRest = toRest(posture, physique.head.origin[1]);
  return {
    figure,
    atRest,
    grid: {
      distance: (x, y, z) => grid.distance(...atRest([x, y, z])) * size,
      roughDistance: (x, y, z) => grid.roughDistance(...atRest([x, y, z])) * size,
      materialAt: (x, y, z) => grid.materialAt(...atRest([x, y, z])),
      solid: { ...grid.solid, low: scale(grid.solid.low, 1.08), high: scale(grid.solid.high, 1.08) },
    },
  };
}

/** Places of the marks on the standing figure, metres, under the names of the bench. */
export function marksOf({ figure: { landmarks }, atRest }: Standing) {
  const at = (point: Vector) => scale(fromRest(atRest, point), 0.01);
  return {
    nipple_left: at(landmarks.nipples[0]),
    nipple_right: at(landmarks.nipples[1]),
    pupil_left: at(landmarks.pupils[0]),
    pupil_right: at(landmarks.pupils[1]),
    nose_tip: at(landmarks.noseTip),
  };
}

/** Measures as a ruler and a tape would give them, cm to the millimetre. */
export function measuresOf({ figure, atRest }: Standing) {
  const { nipples, pupils } = figure.landmarks;
  const between = ([a, b]: readonly [Vector, Vector]) => length(subtract(fromRest(atRest, a), fromRest(atRest, b)));
  const hip = fromRest(atRest, [0, figure.physique.buttock.centre[1], 0]);
  const lowerBody = (x: number, y: number, z: number) => distanceTo(figure.lowerBody, ...atRest([x, y, z]));
  const rounded = (cm: number) => Math.round(cm * 10) / 10;
  return {
    nipple_to_nipple_cm: rounded(between(nipples)),
    eye_distance_cm: rounded(between(pupils)),
    hip_circumference_cm: rounded(hipline(lowerBody, hip[1])),
  };
}

export function heightsOf({ figure: { physique }, atRest }: Standing): Heights {
  const { head, trunk } = physique;
  const height = (y: number) => fromRest(atRest, [0, y, 0])[1];
  return {
    crotch: height(trunk[0]![0]),
    chin: height(head.origin[1]),
    crown: height(head.origin[1] + head.sections.at(-1)![0] * head.scale),
  };
}
