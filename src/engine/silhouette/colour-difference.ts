/** The differences from the wall that count as 1. */
export interface Tolerances {
  /** Change of hue (differences of channels over their mean). */
  hue: number;
  /** Relative brightening. */
  brighter: number;
  /** Relative darkening. */
  darker: number;
}

export interface ColourDifference {
  /** Length of both parts in units of the tolerances: below 1 is wall, far above 1 is person. */
  total: number;
  hue: number;
  /** Brightness over the wall's brightness. */
  light: number;
}

/** Keeps the hue of nearly black pixels from becoming noise; in 8-bit steps. */
const DARK_FLOOR = 24;

/**
 * The difference between a pixel and the wall. Brightness and hue are separate, because a shadow on a plain wall or
 * floor makes it darker and hardly changes its hue, while skin, hair and clothes change both.
 */
export function colourDifference(
  r: number,
  g: number,
  b: number,
  wallR: number,
  wallG: number,
  wallB: number,
  tolerances: Tolerances,
): ColourDifference {
  const mean = (r + g + b) / 3;
  const wallMean = (wallR + wallG + wallB) / 3;
  const weight = 1 / (mean + DARK_FLOOR);
  const wallWeight = 1 / (wallMean + DARK_FLOOR);
  const redGreen = (r - g) * weight - (wallR - wallG) * wallWeight;
  const yellowBlue = ((r + g) / 2 - b) * weight - ((wallR + wallG) / 2 - wallB) * wallWeight;
  const hue = Math.sqrt(redGreen * redGreen + yellowBlue * yellowBlue) / tolerances.hue;
  const change = (mean - wallMean) / (wallMean + DARK_FLOOR);
  const brightness = change > 0 ? change / tolerances.brighter : change / tolerances.darker;
  return { total: Math.sqrt(hue * hue + brightness * brightness), hue, light: 1 + change };
}
