import type { RgbImage } from '../../photo/decode.ts';
import { LINEAR } from '../image/linear-light.ts';
import type { Mask } from '../image/plane.ts';
import { medianOf } from '../median.ts';

/** Keeps the logarithm of nearly black and of grey pixels from becoming noise; a share of white. */
const FAINT = 0.004;
/** Skin whose median is darker than this, as a mean of its three channels, is dark: about the darkest third. */
const DARK_SKIN = 85;

/**
 * The logarithm of the light that skin throws back from within, from 8-bit red and blue. A gleam is as white as the lamp:
 * it adds as much red as blue, and their difference stays.
 */
export const ownLight = (red: number, blue: number): number =>
  Math.log(Math.max(0, LINEAR[red]! - LINEAR[blue]!) + FAINT);

/**
 * Whether gleams may be stronger than an areola, so that own light tells more than all light does. Taken for all skins, it
 * finds as many areolas of 160 painted trunks, but those of light skin up to 0.3 px elsewhere.
 */
export function isDarkSkin({ rgb }: RgbImage, { inside }: Mask): boolean {
  const light: number[] = [];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 1) light.push((rgb[i * 3]! + rgb[i * 3 + 1]! + rgb[i * 3 + 2]!) / 3);
  }
  return medianOf(Float64Array.from(light)) < DARK_SKIN;
}
