import type { Implant } from '../../contract/simulation.ts';
import { createRandom, type Random } from './random.ts';

/** Makers that do not exist. */
const BRANDS = ['Example Implants', 'Sample Medical'] as const;

const CATEGORIES = [
  { name: 'Round smooth', shape: 'Round', surface: 'Smooth' },
  { name: 'Round microtextured', shape: 'Round', surface: 'Microtextured' },
  { name: 'Anatomical microtextured', shape: 'Anatomical', surface: 'Microtextured' },
] as const;

/** Projection in cm per cm of width. */
const PROFILES = [
  { name: 'Low', code: 'LP', slope: 0.28 },
  { name: 'Moderate', code: 'MP', slope: 0.34 },
  { name: 'High', code: 'HP', slope: 0.41 },
] as const;

/** Two plans for one person, the second with another volume on each side. */
export function syntheticSimulations(seed: number) {
  const random = createRandom(seed);
  const even = syntheticImplant(random, random.number(220, 340, 5));
  const left = syntheticImplant(random, random.number(240, 400, 5));
  const right = syntheticImplant(random, random.number(240, 400, 5));
  return [
    {
      name: 'Plan A',
      description: `${even.volume} cc on both sides, ${even.implant_category.profile.toLowerCase()} profile`,
      left_implant: even,
      right_implant: even,
    },
    {
      name: 'Plan B – évaluation',
      description: `${left.volume} cc on the left, ${right.volume} cc on the right`,
      left_implant: left,
      right_implant: right,
    },
  ];
}

/** A body of this volume (cc): half an ellipsoid, as wide as its profile makes it. Sizes in cm, as text. */
function syntheticImplant(random: Random, volume: number): Implant {
  const category = random.pick(CATEGORIES);
  const profile = random.pick(PROFILES);
  const tallness = category.shape === 'Round' ? 1 : 0.9;
  const width = Math.cbrt(volume / ((Math.PI / 6) * tallness * profile.slope));
  const height = width * tallness;
  return {
    volume: String(volume),
    diameter: width.toFixed(1),
    projection: (width * profile.slope).toFixed(1),
    width: width.toFixed(1),
    height: height.toFixed(1),
    reference: `EX-${category.shape[0]}${profile.code}-${volume}`,
    white: random.integer(4) === 0,
    implant_category: {
      name: category.name,
      shape: category.shape,
      profile: profile.name,
      surface: category.surface,
      brand: { name: random.pick(BRANDS) },
    },
  };
}
