import type { Implant } from './simulation.ts';

/** Makers that do not exist. */
export const IMPLANT_BRANDS = ['Example Implants', 'Sample Medical'] as const;

export const IMPLANT_CATEGORIES = [
  { name: 'Round smooth', shape: 'Round', surface: 'Smooth' },
  { name: 'Round microtextured', shape: 'Round', surface: 'Microtextured' },
  { name: 'Anatomical microtextured', shape: 'Anatomical', surface: 'Microtextured' },
] as const;

/** Projection in cm per cm of width. */
export const IMPLANT_PROFILES = [
  { name: 'Low', code: 'LP', slope: 0.28 },
  { name: 'Moderate', code: 'MP', slope: 0.34 },
  { name: 'High', code: 'HP', slope: 0.41 },
] as const;

export interface ImplantKind {
  category: (typeof IMPLANT_CATEGORIES)[number];
  profile: (typeof IMPLANT_PROFILES)[number];
  brand: string;
  white: boolean;
}

/** An invented implant of this volume (cc): half an ellipsoid, as wide as its profile makes it. Sizes in cm, as text. */
export function inventedImplant(volume: number, { category, profile, brand, white }: ImplantKind): Implant {
  const tallness = category.shape === 'Round' ? 1 : 0.9;
  const width = Math.cbrt(volume / ((Math.PI / 6) * tallness * profile.slope));
  return {
    volume: String(volume),
    diameter: width.toFixed(1),
    projection: (width * profile.slope).toFixed(1),
    width: width.toFixed(1),
    height: (width * tallness).toFixed(1),
    reference: `EX-${category.shape[0]}${profile.code}-${volume}`,
    white,
    implant_category: {
      name: category.name,
      shape: category.shape,
      profile: profile.name,
      surface: category.surface,
      brand: { name: brand },
    },
  };
}
