import { SIZE_UNITS } from './patient.ts';

/** The units of our own service by field. The interface names none, so each answer tells them in `Recon-Units`. */
export const UNITS: Readonly<Record<string, string>> = {
  ...SIZE_UNITS,
  nipple_to_nipple: 'cm',
  eye_distance: 'cm',
  hipline: 'cm',
  ear_size: 'cm',
  volume: 'cm3',
  diameter: 'cm',
  projection: 'cm',
  width: 'cm',
};
