import type { Section } from '../../samples/loft.ts';
import { PHYSIQUES } from '../../samples/people.ts';
import type { HeadShape, Looks, Physique } from '../../samples/physique.ts';
import { scale, type Vector } from '../../samples/vector.ts';
import type { Random } from './random.ts';

/** Ben's trunk without his belly. */
const LEAN_TRUNK: readonly Section[] = [
  [76, 11, 7, 8.5],
  [81, 16.4, 9.4, 10.4],
  [88, 16.6, 10, 10.4],
  [95, 15.6, 9.8, 9.2],
  [102, 14.8, 9.6, 8.6],
  [109, 15, 10, 9],
  [117, 16, 10.8, 10.4],
  [126, 17, 11.2, 12],
  [134, 17.6, 10.6, 12.8],
  [140, 17, 9.4, 12.4],
  [145.5, 14.6, 7.6, 10.8],
  [150, 10, 5.6, 9],
  [154.5, 5.4, 3.8, 6.4],
  [158, 1.5, 1.5, 2],
];

const { ana: WOMAN, ben: HEAVY } = PHYSIQUES;
/** A man between the two in build, with Ben's bones. */
const MAN: Physique = {
  ...HEAVY,
  trunk: LEAN_TRUNK,
  neck: { ...HEAVY.neck, sections: thicker(HEAVY.neck.sections, 0.8) },
  arm: { ...HEAVY.arm, upper: thicker(HEAVY.arm.upper, 0.84), fore: thicker(HEAVY.arm.fore, 0.88) },
  leg: {
    ...HEAVY.leg,
    ...{ hip: [9.6, 86, 0], knee: [10.8, 47, 1.2], ankle: [11.6, 8.5, -2.4] },
    thigh: thicker(HEAVY.leg.thigh, 0.79),
    calf: thicker(HEAVY.leg.calf, 0.84),
  },
  chest: {
    breast: { centre: [9.6, 131, 5.4], radii: [7, 5.2, 4.6], headingDeg: 12, blendCm: 5 },
    nipple: { x: 10.6, y: 129.2, areolaRadius: 1.4 },
  },
  buttock: { centre: [7.6, 88, -5], radii: [7.4, 9, 6.4] },
  head: {
    ...HEAVY.head,
    sections: HEAVY.head.sections.map(([y, w, front, back]) => [y, y < 10 ? w * (0.86 + 0.014 * y) : w, front, back]),
    jawRadius: 0.75,
  },
};

/** A new person: a build between slim and heavy, with its own chest, face and colours. */
export function somePhysique(random: Random, isWoman: boolean): Physique {
  const base = isWoman ? WOMAN : MAN;
  const fat = random.between(-0.06, 0.32);
  const belly = random.about(fat * 0.5, 0.04);
  const hips = random.about(1 + 0.4 * fat, 0.03);
  const chest = random.about(1 + 0.3 * fat, 0.03);
  const limbs = random.about(1 + 0.7 * fat, 0.03);
  const [waistY, hipY] = [base.navel.y, base.buttock.centre[1]];
  const near = (y: number, middle: number, reach: number) => Math.exp(-(((y - middle) / reach) ** 2));
  const trunk = base.trunk.map(([y, w, front, back]): Section => {
    const wide = 1 + fat * near(y, waistY, 22) + (hips - 1) * near(y, hipY, 10) + (chest - 1) * near(y, hipY + 42, 12);
    return [y, w * wide, front * wide * (1 + 1.3 * belly * near(y, waistY - 2, 14)), back * (1 + (wide - 1) * 0.7)];
  });
  const { joint, dome } = base.shoulder;
  const broad = random.about(1, 0.025);
  return {
    ...base,
    trunk,
    neck: { ...base.neck, sections: thicker(base.neck.sections, 1 + 0.35 * fat) },
    shoulder: { ...base.shoulder, joint: [joint[0] * broad, joint[1], joint[2]], dome: scale(dome, Math.sqrt(limbs)) },
    arm: {
      ...base.arm,
      outwardDeg: random.between(16, 25) + 12 * Math.max(0, fat),
      backwardDeg: random.about(8, 2),
      upper: thicker(base.arm.upper, limbs),
      fore: thicker(base.arm.fore, Math.sqrt(limbs)),
    },
    leg: { ...base.leg, thigh: thicker(base.leg.thigh, limbs), calf: thicker(base.leg.calf, Math.sqrt(limbs)) },
    chest: isWoman ? womansChest(base, random, fat) : mansChest(base, random, fat),
    buttock: { ...base.buttock, radii: scale(base.buttock.radii, Math.sqrt(hips)) },
    head: someHead(base.head, random, isWoman),
    looks: someLooks(base.looks, random),
  };
}

function thicker(sections: readonly Section[], factor: number): Section[] {
  return sections.map(([at, w, front, back]) => [at, w * factor, front * factor, back * factor]);
}

function womansChest({ chest: { breast } }: Physique, random: Random, fat: number): Physique['chest'] {
  const size = random.about(1 + 0.4 * fat, 0.09);
  const [x, y, z] = breast.centre;
  const centre: Vector = [x * random.about(1 + 0.2 * fat, 0.03), random.about(y - 3 * (size - 1), 0.8), z + 2 * fat];
  const radii = scale(breast.radii, size);
  return {
    breast: { ...breast, centre, radii, headingDeg: random.about(14, 3) },
    nipple: {
      x: centre[0] + radii[0] * random.about(0.3, 0.05),
      y: centre[1] - radii[1] * random.about(0.2, 0.07),
      areolaRadius: random.between(1.3, 2.3),
    },
  };
}

function mansChest({ chest: { breast, nipple } }: Physique, random: Random, fat: number): Physique['chest'] {
  const [x, y, z] = breast.centre;
  return {
    breast: { ...breast, centre: [x, y, z + 1.5 * fat], radii: scale(breast.radii, random.about(1 + 0.2 * fat, 0.04)) },
    nipple: { x: random.about(nipple.x, 0.5), y: random.about(nipple.y, 0.6), areolaRadius: random.between(1.1, 1.6) },
  };
}

function someHead(base: HeadShape, random: Random, isWoman: boolean): HeadShape {
  const [wide, deep, jaw] = [random.about(1, 0.035), random.about(1, 0.03), random.about(1, 0.06)];
  const sections = base.sections.map(([y, w, front, back]): Section => {
    const own = y < 8 ? jaw : 1;
    return [y, w * wide * own, front, back * deep];
  });
  return {
    ...base,
    sections,
    scale: base.scale * random.about(isWoman ? 1 : 0.95, 0.02),
    squareness: random.between(0.1, isWoman ? 0.3 : 0.45),
    halfEyeDistance: random.about(base.halfEyeDistance, 0.1),
    jawRadius: random.about(base.jawRadius, 0.12),
    chinFront: random.about(base.chinFront, 0.25),
    // Further out it would come off the face.
    noseTip: random.about(base.noseTip - 0.2, 0.1),
    noseWidth: random.about(base.noseWidth, 0.1),
    lipFullness: random.about(base.lipFullness, 0.1),
    hair: isWoman && random.between(0, 1) < 0.5 ? 'bun' : 'short',
  };
}

/** Linear light, from pale to dark. */
const SKINS: readonly Vector[] = [
  [0.74, 0.5, 0.38],
  [0.68, 0.42, 0.3],
  [0.58, 0.35, 0.23],
  [0.46, 0.26, 0.16],
  [0.28, 0.15, 0.09],
];
const HAIRS: readonly Vector[] = [
  [0.1, 0.055, 0.03],
  [0.035, 0.028, 0.025],
  [0.06, 0.035, 0.02],
  [0.02, 0.018, 0.017],
];

function someLooks(base: Looks, random: Random): Looks {
  const skin = scale(random.oneOf(SKINS), random.about(1, 0.05));
  return {
    ...base,
    skin,
    lips: [skin[0] * 0.76, skin[1] * 0.46, skin[2] * 0.54],
    areola: [skin[0] * random.about(0.6, 0.06), skin[1] * 0.42, skin[2] * 0.42],
    hair: random.oneOf(HAIRS),
    shorts: { ...base.shorts, colour: scale([0.05, 0.055, 0.075], random.between(0.6, 1.8)) },
    browHeight: random.between(0.26, 0.42),
  };
}
