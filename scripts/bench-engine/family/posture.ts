import { radians, smoothStep, type Vector } from '../../samples/vector.ts';
import type { Random } from './random.ts';

/** The growth and posture of a person, as one smooth motion of the space round a figure at rest. */
export interface Posture {
  /** Scale of the whole person, and of the legs alone. */
  size: number;
  legs: number;
  /** Degrees: the trunk's lean to the left and its turn, the head's nod, turn and tilt. */
  leanDeg: number;
  twistDeg: number;
  head: Vector;
}

export const somePosture = (random: Random, isWoman: boolean): Posture => ({
  size: random.about(isWoman ? 0.99 : 0.985, 0.035),
  legs: random.about(1, 0.025),
  leanDeg: random.about(0, 0.8),
  twistDeg: random.about(0, 1.2),
  head: [random.about(0, 2), random.about(0, 1.5), random.about(0, 1.2)],
});

/** The same person a moment later, as in the next photo. */
export const moment = (posture: Posture, random: Random): Posture => ({
  ...posture,
  leanDeg: random.about(posture.leanDeg, 0.3),
  twistDeg: random.about(posture.twistDeg, 0.4),
  head: posture.head.map((degrees) => random.about(degrees, 0.5)) as unknown as Vector,
});

/**
 * Height at which the legs end, length in cm over which their stretch fades, and the heights between which the trunk
 * bends.
 */
const HIP = 84;
const FADE = 5;
const BEND = [84, 128] as const;

/** From a place on the standing figure to the same place on the figure at rest, cm; `chin` is the height of the chin at rest. */
export function toRest({ size, legs, leanDeg, twistDeg, head }: Posture, chin: number): (point: Vector) => Vector {
  const [nod, turn, tilt] = head.map(radians) as [number, number, number];
  const [lean, twist] = [radians(leanDeg), radians(twistDeg)];
  const bend = { lean: angle(), twist: angle() };
  const held = { nod: angle(), turn: angle(), tilt: angle() };
  return (point) => {
    let x = point[0] / size;
    let y = point[1] / size;
    let z = point[2] / size;
    y += FADE * Math.log1p(Math.exp((HIP - y) / FADE)) * (1 - 1 / legs);
    const bent = smoothStep(BEND[0], BEND[1], y);
    if (bent > 0) {
      const { sin: s, cos: c } = set(bend.lean, lean * bent);
      const { sin: t, cos: d } = set(bend.twist, twist * bent);
      const side = x * c - (y - HIP) * s;
      y = HIP + x * s + (y - HIP) * c;
      x = z * t + side * d;
      z = z * d - side * t;
    }
    const up = smoothStep(chin - 8, chin + 3, y);
    if (up > 0) {
      const { sin: s, cos: c } = set(held.nod, nod * up);
      const { sin: t, cos: d } = set(held.turn, turn * up);
      const { sin: u, cos: e } = set(held.tilt, tilt * up);
      const above = (y - chin) * c - z * s;
      const ahead = (y - chin) * s + z * c;
      const side = ahead * t + x * d;
      z = ahead * d - x * t;
      x = side * e - above * u;
      y = chin + side * u + above * e;
    }
    return [x, y, z];
  };
}

/** Reused for each point: photos need millions of them. */
interface Angle {
  of: number;
  sin: number;
  cos: number;
}

const angle = (): Angle => ({ of: 0, sin: 0, cos: 1 });

function set(into: Angle, radian: number): Angle {
  if (into.of !== radian) {
    into.of = radian;
    into.sin = Math.sin(radian);
    into.cos = Math.cos(radian);
  }
  return into;
}

/** The inverse of `atRest`; the motion is so gentle that walking towards the goal finds it. */
export function fromRest(atRest: (point: Vector) => Vector, goal: Vector): Vector {
  let place = goal;
  for (let step = 0; step < 60; step++) {
    const now = atRest(place);
    place = [0, 1, 2].map((c) => place[c]! + 0.9 * (goal[c]! - now[c]!)) as unknown as Vector;
  }
  return place;
}
