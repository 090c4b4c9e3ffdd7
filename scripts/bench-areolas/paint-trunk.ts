import type { Vec3 } from '../../src/engine/vector.ts';
import type { Random } from '../bench-engine/family/random.ts';
import { noise } from '../samples/noise.ts';
import { add, scale, smoothStep, type Vector } from '../samples/vector.ts';
import type { Body } from './bodies.ts';
import type { Painter } from './draw-trunk.ts';
import type { Looks } from './skin.ts';

/** What hides the nipples, or one of them; such a photo must be refused. */
export type Cover = 'top' | 'bra' | 'one plaster' | 'no areola';
export const COVERS: readonly Cover[] = ['top', 'bra', 'one plaster', 'no areola'];

/** Radii of an areola, metres. */
const RADII = { woman: [0.009, 0.031], man: [0.006, 0.014] } as const;
const CLOTHS: readonly Vector[] = [
  [0.7, 0.7, 0.68],
  [0.015, 0.015, 0.017],
  [0.4, 0.03, 0.04],
  [0.03, 0.04, 0.12],
];

const mix = (a: Vector, b: Vector, t: number): Vector => add(scale(a, 1 - t), scale(b, t));

interface Spot {
  at: Vec3;
  radius: number;
  /** Width of the edge as a share of the radius. */
  soft: number;
  colour: Vector;
}

/** Skin with its mottles and moles, both areolas with their nipples, and what covers them. */
export function painterOf({ isWoman, mesh, nipples }: Body, looks: Looks, random: Random, cover?: Cover): Painter {
  const { skin, areola } = looks;
  const moles = Array.from({ length: Math.floor(random.between(0, 9)) }, () =>
    someMole(mesh.positions, nipples, skin, random),
  );
  const [least, most] = isWoman ? RADII.woman : RADII.man;
  const radius = least * (most / least) ** random.between(0, 1);
  const soft = random.between(0.1, 0.3);
  const areolas = nipples.map(
    (at): Spot => ({ at, radius: radius * random.about(1, 0.04), soft, colour: scale(areola, random.about(1, 0.025)) }),
  );
  const blotch = random.between(0.02, 0.06);
  const shine = random.between(0.01, 0.08);
  const cloth = random.oneOf([...CLOTHS, scale(skin, 0.9)]);
  const plaster = random.oneOf([0, 1] as const);
  return (place) => {
    const [x, y, z] = scale(place, 100);
    const mottled = 1 + blotch * noise(x * 0.3, y * 0.3, z * 0.3) + 0.025 * noise(x * 2.3, y * 2.3, z * 2.3);
    const flush = 0.7 * blotch * noise(x * 0.2 + 50, y * 0.2, z * 0.2);
    let colour: Vector = [skin[0] * mottled, skin[1] * mottled * (1 - flush), skin[2] * mottled * (1 - flush)];
    for (const mole of moles) colour = painted(colour, mole, place, 1);
    if (cover !== 'no areola') {
      for (const spot of areolas) {
        const rough = 1 + 0.06 * noise(x * 1.3, y * 1.3, z * 1.3 + 20);
        colour = painted(colour, spot, place, rough);
        const tip = Math.min(0.007, 0.42 * spot.radius);
        colour = painted(colour, { ...spot, radius: tip, colour: scale(spot.colour, 0.9) }, place, rough);
      }
    }
    if (cover === 'one plaster' && away(nipples[plaster], place) < Math.max(0.028, 1.5 * radius)) {
      return { colour: scale([0.62, 0.5, 0.4], 1 + 0.04 * noise(x * 6, y * 6, z * 6)), shine: 0.01 };
    }
    const from = cover === 'bra' ? -0.08 : -1;
    const up = place[1] - (nipples[0][1] + nipples[1][1]) / 2;
    if ((cover === 'top' || cover === 'bra') && up > from && up < 0.1 + 0.01 * Math.sin(x / 4)) {
      return {
        colour: scale(cloth, 1 + 0.08 * noise(x * 7, y * 7, z * 7) + 0.1 * noise(x * 0.5, y * 0.5, 0)),
        shine: 0.01,
      };
    }
    const areola = areolas.findIndex(({ at }) => away(at, place) < radius);
    return areola < 0 ? { colour, shine } : { colour, shine, areola: areola as 0 | 1 };
  };
}

const away = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function painted(colour: Vector, { at, radius, soft, colour: own }: Spot, place: Vec3, rough: number): Vector {
  const off = away(at, place) * rough;
  return off > radius * 1.2 ? colour : mix(own, colour, smoothStep(radius * (1 - soft), radius * (1 + soft / 2), off));
}

/** A mole on the front of the trunk: small mostly, and seldom as large as a man's areola. */
function someMole(positions: Float64Array, nipples: readonly Vec3[], skin: Vector, random: Random): Spot {
  const middle = (nipples[0]![1] + nipples[1]![1]) / 2;
  for (;;) {
    const v = Math.floor(random.between(0, positions.length / 3)) * 3;
    const at: Vec3 = [positions[v]!, positions[v + 1]!, positions[v + 2]!];
    const isFront = at[2] > nipples[0]![2] - 0.14 && Math.abs(at[1] - middle) < 0.3;
    if (!isFront || nipples.some((nipple) => away(nipple, at) < 0.05)) continue;
    const radius = 0.001 * (random.between(0, 1) < 0.2 ? random.between(3, 8) : random.between(1, 3));
    return { at, radius, soft: 0.4, colour: [skin[0] * 0.5, skin[1] * 0.4, skin[2] * 0.35] };
  }
}
