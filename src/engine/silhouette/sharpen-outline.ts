import type { RgbImage } from '../../photo/decode.ts';
import { type Mask, newMask } from '../image/plane.ts';
import { estimateBackground } from './background.ts';

/** Pixels with one of the other kind within this distance, from centre to centre, are decided again. */
const BAND_PX = 4;

/**
 * Sets the outline where a pixel's colour is half-way between the person's and the wall's colour beside it. Both
 * colours are taken from outside the band; if they are alike, the rough outline stays.
 */
export function sharpenOutline(image: RgbImage, rough: Mask): Mask {
  const { widthPx, heightPx, rgb } = image;
  const { inside } = rough;
  const band = bandOf(rough);
  const certain = (kind: 0 | 1) => {
    const mask = newMask(widthPx, heightPx);
    for (let i = 0; i < inside.length; i++) mask.inside[i] = inside[i] === kind && band[i] === 0 ? 1 : 0;
    return mask;
  };
  const person = estimateBackground(image, certain(1), 1);
  const wall = estimateBackground(image, certain(0), 2);
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
      const decided = band[i] === 1 ? isPerson(x, y) : undefined;
      mask.inside[i] = (decided ?? inside[i] === 1) ? 1 : 0;
    }
  }
  return majority(mask);
}

const MIN_CONTRAST = 25;

/** 1 for each pixel near to one of the other kind, of which the nearest has a neighbour of the pixel's own kind. */
function bandOf({ widthPx, heightPx, inside }: Mask): Uint8Array {
  const band = new Uint8Array(inside.length);
  const mark = (cx: number, cy: number, kind: number) => {
    for (let y = Math.max(0, cy - BAND_PX); y <= Math.min(heightPx - 1, cy + BAND_PX); y++) {
      const reach = Math.floor(Math.sqrt(BAND_PX ** 2 - (y - cy) ** 2));
      const last = y * widthPx + Math.min(widthPx - 1, cx + reach);
      for (let i = y * widthPx + Math.max(0, cx - reach); i <= last; i++) if (inside[i] !== kind) band[i] = 1;
    }
  };
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const kind = inside[i]!;
      const isEdge =
        (x > 0 && inside[i - 1] !== kind) ||
        (x < widthPx - 1 && inside[i + 1] !== kind) ||
        (y > 0 && inside[i - widthPx] !== kind) ||
        (y < heightPx - 1 && inside[i + widthPx] !== kind);
      if (isEdge) mark(x, y, kind);
    }
  }
  return band;
}

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
