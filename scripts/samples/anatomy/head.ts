import { ellipsoid, roundCone } from '../ellipsoid.ts';
import { loft } from '../loft.ts';
import type { HeadShape } from '../physique.ts';
import { bothSides, carving, type Part, part } from '../shape.ts';
import { add, scale, type Vector } from '../vector.ts';

/** Heights in the head's own frame that the painter needs too. */
export const EYE_Y = 11;
export const NOSE_TIP_Y = 7.55;
export const MOUTH_Y = 4.55;
export const NOSTRIL_Y = 6.75;

/** From the head's own frame to the figure's. */
export const inHead =
  ({ origin, scale: size }: HeadShape) =>
  (x: number, y: number, z: number): Vector =>
    add(origin, scale([x, y, z], size));

/** Skull, face and ears, without hair. */
export function head(shape: HeadShape): Part[] {
  return [...skull(shape), ...mouth(shape), ...nose(shape), ...eyes(shape), ...ears(shape)];
}

function skull(shape: HeadShape): Part[] {
  const at = inHead(shape);
  const s = shape.scale;
  const size = (x: number, y: number, z: number) => scale([x, y, z], s);
  const sections = shape.sections.map(([a, w, f, b]) => [a * s, w * s, f * s, b * s] as const);
  return [
    part(
      loft({ origin: shape.origin, axis: [0, 1, 0], front: [0, 0, 1], sections, squareness: shape.squareness }),
      2.2,
    ),
    part(ellipsoid(at(0, 1.5, shape.chinFront - 1.5), size(2.4, 1.6, 1.7)), 2),
    ...bothSides((side) => [
      part(ellipsoid(at(side * (3.4 + shape.jawRadius), 4.6, 1.2), size(1 + shape.jawRadius, 2.2, 2.8)), 2),
      part(ellipsoid(at(side * 4.1, 8.6, 5), size(2, 1.5, 1.9)), 2.4),
      part(ellipsoid(at(side * 3.4, 5.8, 4.3), size(2, 2.4, 2.2)), 2.4),
      part(ellipsoid(at(side * 2.7, 13, 7.35), size(2.7, 0.75, 1), { headingDeg: side * 16 }), 1.6),
    ]),
  ];
}

function nose(shape: HeadShape): Part[] {
  const at = inHead(shape);
  const s = shape.scale;
  const { noseTip: tip, noseWidth: wide } = shape;
  return [
    part(roundCone(at(0, 12, 7.7), at(0, 8, tip - 0.85), 0.75 * s, 0.85 * wide * s), 1),
    part(ellipsoid(at(0, NOSE_TIP_Y, tip - 0.95), scale([0.95 * wide, 0.85, 0.95], s)), 0.6),
    ...bothSides((side) => [
      part(
        ellipsoid(at(side * 1.15 * wide, 7.25, tip - 1.9), scale([0.68, 0.68, 1], s), { headingDeg: side * -14 }),
        0.6,
      ),
      carving(ellipsoid(at(side * 0.62 * wide, NOSTRIL_Y - 0.2, tip - 1.45), scale([0.36, 0.35, 0.6], s)), 0.25),
    ]),
  ];
}

function mouth(shape: HeadShape): Part[] {
  const at = inHead(shape);
  const s = shape.scale;
  const full = shape.lipFullness;
  const front = shape.chinFront;
  return [
    part(ellipsoid(at(0, MOUTH_Y + 0.2, front - 2.7), scale([3.2, 2.2, 2.2], s)), 2.4),
    part(ellipsoid(at(0, MOUTH_Y + 0.42, front - 0.85), scale([2.2, 0.48 * full, 0.7], s)), 0.6),
    part(ellipsoid(at(0, MOUTH_Y - 0.5, front - 0.95), scale([1.9, 0.55 * full, 0.75], s)), 0.5),
  ];
}

function eyes(shape: HeadShape): Part[] {
  const at = inHead(shape);
  const s = shape.scale;
  const x = shape.halfEyeDistance;
  return bothSides((side) => [
    carving(
      ellipsoid(at(side * (x - 0.1), EYE_Y + 0.1, 8.7), scale([1.9, 1.15, 1.35], s), { headingDeg: side * 12 }),
      1.5,
    ),
    part(ellipsoid(at(side * x, EYE_Y, 6.35), scale([1.5, 1.15, 1.25], s), { headingDeg: side * 10 }), 0.35),
    part(
      ellipsoid(at(side * x, EYE_Y + 0.62, 6.5), scale([1.65, 0.42, 1.12], s), { headingDeg: side * 10, nodDeg: 12 }),
      0.25,
    ),
    part(
      ellipsoid(at(side * x, EYE_Y - 0.72, 6.4), scale([1.5, 0.32, 1.02], s), { headingDeg: side * 10, nodDeg: -12 }),
      0.3,
    ),
  ]);
}

function ears(shape: HeadShape): Part[] {
  const at = inHead(shape);
  const s = shape.scale;
  const side = shape.sections.find(([y]) => y >= 10)![1];
  return bothSides((way) => {
    const turn = { headingDeg: way * -24, nodDeg: -10, tiltDeg: way * -6 };
    return [
      part(ellipsoid(at(way * (side + 0.45), 9.9, -1), scale([0.75, 3.1, 1.85], s), turn), 0.5, 'ear'),
      part(ellipsoid(at(way * (side + 0.1), 7.5, -0.4), scale([0.6, 1, 0.9], s), turn), 0.8, 'ear'),
      carving(ellipsoid(at(way * (side + 1.15), 10.2, -0.85), scale([0.75, 2.3, 1.2], s), turn), 0.35),
      part(ellipsoid(at(way * (side + 0.75), 10.2, -1.35), scale([0.4, 1.5, 0.35], s), turn), 0.3, 'ear'),
      part(ellipsoid(at(way * (side + 0.35), 9.1, 0.45), scale([0.35, 0.55, 0.4], s), turn), 0.3, 'ear'),
    ];
  });
}
