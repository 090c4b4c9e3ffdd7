import { ellipsoid, roundCone } from '../ellipsoid.ts';
import { loft } from '../loft.ts';
import type { Physique } from '../physique.ts';
import { bothSides, carving, type Part, part } from '../shape.ts';
import { subtract, type Vector } from '../vector.ts';

const UP: Vector = [0, 1, 0];
const FORWARD: Vector = [0, 0, 1];

/** Trunk from the crotch to the neck, without breasts. */
export function trunk({ trunk: sections, neck, shoulder, buttock }: Physique): Part[] {
  const [x, y, z] = shoulder.joint;
  return [
    part(loft({ origin: [0, 0, 0], axis: UP, front: FORWARD, sections, squareness: 0.25 }), 5),
    part(loft({ origin: neck.from, axis: subtract(neck.to, neck.from), front: FORWARD, sections: neck.sections }), 3.5),
    ...bothSides((side) => [
      part(
        roundCone(
          [side * 4, neck.from[1] + 3.5, neck.from[2] - 1],
          [side * (x - 2), y + 1, z],
          3,
          shoulder.slopeRadius,
        ),
        5,
      ),
      part(ellipsoid([side * buttock.centre[0], buttock.centre[1], buttock.centre[2]], buttock.radii), 3.5),
    ]),
  ];
}

/** Breasts or the flat chest of a man: one ellipsoid a side, turned outward. */
export function breasts({ chest }: Physique): Part[] {
  const { centre, radii, headingDeg, blendCm } = chest.breast;
  return bothSides((side) => [
    part(
      ellipsoid([side * centre[0], centre[1], centre[2]], radii, { headingDeg: side * headingDeg, nodDeg: 8 }),
      blendCm,
    ),
  ]);
}

/** A hollow at the navel; `front` is the skin's point there. */
export function navel(front: Vector): Part[] {
  return [carving(ellipsoid([front[0], front[1], front[2] + 0.1], [0.55, 0.8, 0.9]), 0.9)];
}

/** Nipples at the skin's points. */
export function nipples(points: readonly Vector[], areolaRadius: number): Part[] {
  return points.flatMap((point) => [
    part(ellipsoid([point[0], point[1], point[2] - 0.3], [areolaRadius * 0.85, areolaRadius * 0.85, 0.42]), 0.7),
    part(ellipsoid([point[0], point[1], point[2]], [0.45, 0.45, 0.55]), 0.5),
  ]);
}
