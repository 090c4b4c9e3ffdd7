import { IMPLANT_BRANDS, IMPLANT_CATEGORIES, IMPLANT_PROFILES, inventedImplant } from '../../contract/implants.ts';
import type { Implant } from '../../contract/simulation.ts';
import { createRandom, type Random } from './random.ts';

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

function syntheticImplant(random: Random, volume: number): Implant {
  const category = random.pick(IMPLANT_CATEGORIES);
  const profile = random.pick(IMPLANT_PROFILES);
  const white = random.integer(4) === 0;
  return inventedImplant(volume, { category, profile, white, brand: random.pick(IMPLANT_BRANDS) });
}
