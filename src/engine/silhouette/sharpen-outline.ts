import type { RgbImage } from '../../photo/decode.ts';
import { signedDistance } from '../image/distance-transform.ts';
import { type Mask, newMask } from '../image/plane.ts';
import { estimateBackground } from './background.ts';

/** Pixels nearer than this to the rough outline are decided again. */
const BAND_PX = 3.5;

/**
 * Sets the outline where a pixel's colour is half-way between the person's and the wall's colour beside it. Both
 * colours are taken from outside the band; if they are alike, the rough outline stays.
 */
export function sharpenOutline(image: RgbImage, rough: Mask): Mask {
  const { widthPx, heightPx, rgb } = image;
  const depth = signedDistance(rough).values;
  const certain = (side: 1 | -1) => {
    const mask = newMask(widthPx, heightPx);
    for (let i = 0; i < depth.length; i++) mask.inside[i] = depth[i]! * side > BAND_PX ? 1 : 0;
    return mask;
  };
  const person = estimateBackground(image, certain(1), 1);
  const wall = estimateBackground(image, certain(-1), 2);
  const personColour = new Float32Array(3);
  const wallColour = new Float32Array(3);
  /** True if the pixel is nearer to the person's colour, false if nearer to the wall's, undefined if they are alike. */
  const isPerson = (x: number, y: number) => {
    person(x, y, personColour);
    wall(x, y, wallColour);
    let along = 0;
    let length = 0;
    for (let c = 0; c < 3; c++) {
      const span = personColour[c]! - wallColour[c]!;
      along += (rgb[(y * widthPx + x) * 3 + c]! - wallColour[c]!) * span;
      length += span * span;
    }
    return length > MIN_CONTRAST ** 2 ? along > length / 2 : undefined;
  };
  const mask = newMask(widthPx, heightPx);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const decided = Math.abs(depth[i]!) <= BAND_PX ? isPerson(x, y) : undefined;
      mask.inside[i] = (decided ?? depth[i]! > 0) ? 1 : 0;
    }
  }
  return majority(mask);
}

const MIN_CONTRAST = 25;

/** Each pixel takes the side of most of its 3×3 neighbourhood, which removes single-pixel noise. */
function majority({ widthPx, heightPx, inside }: Mask): Mask {
  const smooth = newMask(widthPx, heightPx);
  smooth.inside.set(inside);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x;
      let sum = 0;
      for (let row = i - widthPx; row <= i + widthPx; row += widthPx) {
        sum += inside[row - 1]! + inside[row]! + inside[row + 1]!;
      }
      smooth.inside[i] = sum > 4 ? 1 : 0;
    }
  }
  return smooth;
}
