import type { RgbImage } from '../../photo/decode.ts';
import { blur121, type Plane } from '../image/plane.ts';
import type { Background } from './background.ts';

/** Keeps the hue of nearly black pixels from becoming noise; in 8-bit steps. */
const DARK_FLOOR = 24;

/** The difference from the wall per pixel, in units of the tolerance: below 1 is wall, far above 1 is person. */
export interface WallDifference extends Plane {
  /** The hue's part of it. */
  hue(): Float32Array;
  /** Brightness over the wall's brightness. */
  light: Float32Array;
}

/**
 * Compares a picture with its wall. Brightness and hue are separate, because a shadow on a plain wall or floor makes it
 * darker and hardly changes its hue, while skin, hair and clothes change both.
 *
 * @param grain fine grain of the wall, as a standard deviation in 8-bit steps
 */
export function wallDifference(image: RgbImage, background: Background, grain: number): WallDifference {
  const { widthPx, heightPx, rgb } = image;
  const [hueTolerance, brighter, darker] = [0.05, 0.1, 0.2].map((least) => least + grain / 64) as [
    number,
    number,
    number,
  ];
  const values = new Float32Array(widthPx * heightPx);
  const hues = new Float32Array(values.length);
  const light = new Float32Array(values.length);
  const wall = new Float32Array(3);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      background(x, y, wall);
      const r = rgb[i * 3]!;
      const g = rgb[i * 3 + 1]!;
      const b = rgb[i * 3 + 2]!;
      const wallR = wall[0]!;
      const wallG = wall[1]!;
      const wallB = wall[2]!;
      const mean = (r + g + b) / 3;
      const wallMean = (wallR + wallG + wallB) / 3;
      const weight = 1 / (mean + DARK_FLOOR);
      const wallWeight = 1 / (wallMean + DARK_FLOOR);
      const redGreen = (r - g) * weight - (wallR - wallG) * wallWeight;
      const yellowBlue = ((r + g) / 2 - b) * weight - ((wallR + wallG) / 2 - wallB) * wallWeight;
      const hue = Math.sqrt(redGreen * redGreen + yellowBlue * yellowBlue) / hueTolerance;
      const change = (mean - wallMean) / (wallMean + DARK_FLOOR);
      const brightness = change / (change > 0 ? brighter : darker);
      values[i] = Math.sqrt(hue * hue + brightness * brightness);
      hues[i] = hue;
      light[i] = 1 + change;
    }
  }
  const smooth = (plane: Float32Array) => blur121(plane, widthPx, heightPx);
  return { widthPx, heightPx, values: smooth(values), hue: () => smooth(hues), light };
}
