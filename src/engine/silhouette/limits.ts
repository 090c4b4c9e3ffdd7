import type { Likeness } from './free-face.ts';

/** Limits of the checks of a photo: beyond them it is refused, or doubted. */
export interface Limits {
  /** Least share of the borders, from the upper corners, that must be one plain wall. Good photos: 0.42 to 1. */
  followed: number;
  /** The largest allowed other thing before the wall, as a share of the person. Good photos: up to 0.03. */
  others: number;
  /** For a body, see `secondHead`. Good photos: up to 0.007. */
  secondHead: number;
  /** The widest edge, in thousandths of the height. Good photos: 0.6 to 1.8. */
  edge: number;
  /** Least brightness of a person. */
  dark: number;
  /** Replaces `dark` in a bright picture. Very dark skin measured 44 or more, its pictures 128. */
  darkSkin: number;
  /** Least median colour of the person. Good photos: 25 or more. */
  colour: number;
  /** Burnt share of the person. Good photos: up to 0.48 (one subject). */
  burnt: number;
  /** Largest difference in hue to the front photo. Good photos: up to 0.017. */
  hue: number;
  /** Largest difference in the skin's brightness to the front photo, logarithm; see `same-light.ts`. Good photos: up to 0.1. */
  skinLight: number;
  /** Largest differences of the hair's colour to the front photo, logarithms; see `same-hair.ts`. */
  hair: { hue: number; light: number };
  /** Largest difference in brightness to the front photo, logarithm; see `same-light.ts`. */
  light: number;
  /**
   * Least light and largest hue, see `free-face.ts`. Light of good bodies' fronts: from 0.75, of backs with dark hair: to
   * 0.60. Hue of the fronts: to 0.022, of 50 real faces beside their necks to 0.044; of four backs whose hair is no darker
   * than the skin: 0.029, 0.059, 0.094, 0.109.
   */
  head: Likeness;
  /** 50 real faces: from 0.75; rendered ones from 0.87; hair to below the eyes that passed by the bridge alone: to 0.58. */
  noseLight: number;
  /** The largest standard deviation of a pupil, as a share of the distance between both: its finder is not sure. */
  pupilSigma: number;
}

export const REFUSED: Limits = {
  followed: 0.25,
  others: 0.12,
  secondHead: 0.04,
  edge: 4,
  dark: 45,
  darkSkin: 28,
  colour: 12,
  burnt: 0.72,
  hue: 0.036,
  skinLight: 0.45,
  // Hair gleams: it makes a set doubtful, and no more.
  hair: { hue: Number.POSITIVE_INFINITY, light: Number.POSITIVE_INFINITY },
  // Each photo's light is taken out of the colour, so that another one spoils little.
  light: Number.POSITIVE_INFINITY,
  head: { light: 0.66, hue: 0.065 },
  noseLight: 0.66,
  pupilSigma: Number.POSITIVE_INFINITY,
};

/** About half-way from the worst good photo to what is refused. A photo beyond them is told as doubtful. */
export const DOUBTED: Limits = {
  followed: 0.33,
  others: 0.07,
  secondHead: 0.02,
  edge: 2.8,
  dark: 55,
  darkSkin: 36,
  colour: 18,
  burnt: 0.6,
  hue: 0.027,
  skinLight: 0.3,
  hair: { hue: 0.09, light: 0.5 },
  light: 0.45,
  head: { light: 0.7, hue: 0.05 },
  noseLight: 0.7,
  pupilSigma: 0.04,
};
