import { ellipsoid, roundCone } from '../ellipsoid.ts';
import { loft } from '../loft.ts';
import type { Physique } from '../physique.ts';
import { bothSides, type Part, part } from '../shape.ts';
import { add, along, cross, radians, scale, subtract, unit, type Vector } from '../vector.ts';

const FORWARD: Vector = [0, 0, 1];

/** Both arms with hands, hanging away from the trunk, palms to the thighs. */
export function arms({ shoulder, arm }: Physique): Part[] {
  return bothSides((side) => {
    const joint: Vector = [side * shoulder.joint[0], shoulder.joint[1], shoulder.joint[2]];
    const down = direction(side, arm.outwardDeg, arm.backwardDeg);
    const elbow = along(joint, down, arm.elbowAt);
    const foreDown = direction(side, arm.outwardDeg - 6, arm.backwardDeg - 16);
    const wrist = along(elbow, foreDown, arm.wristAt);
    return [
      part(ellipsoid(joint, shoulder.dome, { tiltDeg: side * arm.outwardDeg }), 5, 'limb'),
      part(loft({ origin: joint, axis: down, front: FORWARD, sections: arm.upper }), 2.5, 'limb'),
      part(loft({ origin: elbow, axis: foreDown, front: FORWARD, sections: arm.fore }), 1, 'limb'),
      ...hand(wrist, foreDown, side, arm.handScale),
    ];
  });
}

function direction(side: number, outwardDeg: number, backwardDeg: number): Vector {
  const out = radians(outwardDeg);
  const back = radians(backwardDeg);
  return unit([side * Math.tan(out), -1, -Math.tan(back)]);
}

/** Place across the palm (front to back), start and length of each finger, in cm. */
const FINGERS = [
  [2.8, 8.2, 6.6],
  [1.0, 8.8, 7.4],
  [-0.9, 8.4, 6.9],
  [-2.6, 7.6, 5.4],
] as const;

function hand(wrist: Vector, down: Vector, side: number, size: number): Part[] {
  const inward: Vector = [-side, 0, 0];
  const forward = unit(cross(cross(down, FORWARD), down));
  const at = (acrossCm: number, downCm: number, inwardCm: number): Vector =>
    add(along(along(wrist, down, downCm * size), forward, acrossCm * size), scale(inward, inwardCm * size));
  const palm = part(
    loft({
      origin: wrist,
      axis: down,
      front: forward,
      sections: [
        [-1.5 * size, 1.9 * size, 2.6 * size, 2.6 * size],
        [2 * size, 1.7 * size, 3.2 * size, 2.9 * size],
        [6 * size, 1.5 * size, 3.9 * size, 3.5 * size],
        [9 * size, 1.1 * size, 3.6 * size, 3.3 * size],
        [9.8 * size, 0.4 * size, 2.6 * size, 2.4 * size],
      ],
      squareness: 0.3,
    }),
    1.2,
    'limb',
  );
  const fingers = FINGERS.flatMap(([across, start, long]) => [
    part(
      roundCone(at(across, start, 0), at(across * 1.08, start + long * 0.5, 0.5), 0.92 * size, 0.84 * size),
      0.5,
      'limb',
    ),
    part(
      roundCone(
        at(across * 1.08, start + long * 0.5, 0.5),
        at(across * 1.1, start + long, 1.5),
        0.84 * size,
        0.66 * size,
      ),
      0.4,
      'limb',
    ),
  ]);
  const thumb = [
    part(roundCone(at(2.6, 2.5, 0.6), at(5.0, 6.0, 1.2), 1.3 * size, 1.0 * size), 1.2, 'limb'),
    part(roundCone(at(5.0, 6.0, 1.2), at(5.4, 9.2, 1.6), 1.0 * size, 0.75 * size), 0.4, 'limb'),
  ];
  return [palm, ...fingers, ...thumb];
}

/** Both legs with feet. */
export function legs({ leg }: Physique): Part[] {
  return bothSides((side) => {
    const mirrored = (point: Vector): Vector => [side * point[0], point[1], point[2]];
    const [hip, knee, ankle] = [mirrored(leg.hip), mirrored(leg.knee), mirrored(leg.ankle)];
    return [
      part(loft({ origin: hip, axis: subtract(knee, hip), front: FORWARD, sections: leg.thigh }), 2.5),
      part(loft({ origin: knee, axis: subtract(ankle, knee), front: FORWARD, sections: leg.calf }), 2),
      ...foot(ankle, side, leg.footScale),
    ];
  });
}

function foot(ankle: Vector, side: number, size: number): Part[] {
  const toes = unit([side * 0.16, 0, 1]);
  const outward: Vector = [toes[2] * side, 0, -toes[0] * side];
  const origin: Vector = [ankle[0], 2.4 * size, ankle[2]];
  const at = (forwardCm: number, outCm: number, upCm: number): Vector =>
    add(along(along(origin, toes, forwardCm * size), outward, outCm * size), [0, upCm * size, 0]);
  const sole = loft({
    origin,
    axis: toes,
    front: [0, 1, 0],
    sections: (
      [
        [-5.6, 1.2, 1.6, 1.4],
        [-4.8, 2.5, 3.2, 2.2],
        [-2, 3.1, 6, 2.4],
        [2, 3.2, 6, 2.3],
        [6, 3.6, 3.8, 2],
        [10, 4.3, 1.9, 2.2],
        [13.5, 4.2, 0.7, 2.3],
        [14.6, 3.4, 0.1, 2],
      ] as const
    ).map(([a, w, f, b]) => [a * size, w * size, Math.max(f, 0.2) * size, b * size] as const),
    squareness: 0.2,
  });
  return [
    part(sole, 2.5),
    part(ellipsoid(at(14.6, -2.9, -1.1), [1.35 * size, 1.15 * size, 2.1 * size]), 0.6),
    ...[-0.9, 0.6, 1.9, 3.1].map((out, i) =>
      part(ellipsoid(at(15 - i * 0.8, out, -1.35), [0.85 * size, 0.9 * size, 1.6 * size]), 0.4),
    ),
    ...[-1, 1].map((way) => part(ellipsoid(at(-0.3, way * 2.9, 4.6), [0.9, 1.2, 1.2]), 2)),
  ];
}
