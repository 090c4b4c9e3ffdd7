import type { PhotoWarning } from '../../contract/patient-page.ts';
import { GOOD_SHORT_SIDE_PX } from '../../contract/photo-limits.ts';

/** A picture of four bytes a pixel. */
export interface Pixels {
  width: number;
  height: number;
  data: ArrayLike<number>;
}

/** Pictures are compared at this width, whatever their own. */
export const LOOKED_AT_PX = 320;
/** The person stands here, as parts of width and height. */
const INSIDE = { left: 0.25, right: 0.75, top: 0.1, bottom: 0.9 };
/** The median of light, 0 to 255. The photos of samples/ have 144 to 187. */
const DARK_BELOW = 40;
/** The photos of samples/ have 33 to 331; blurred over 1.2 % of their width 1 to 3.5. */
const SHARP_FROM = 4;

/** What this phone sees by itself, before the service looks: no more than light, sharpness and size. */
export function ownWarnings(pixels: Pixels, shortSidePx: number): PhotoWarning[] {
  const light = lightOf(pixels);
  const isDark = medianInside(light, pixels) < DARK_BELOW;
  return [
    ...(shortSidePx < GOOD_SHORT_SIDE_PX ? (['small'] as const) : []),
    ...(isDark ? (['dark'] as const) : []),
    // In the dark even a sharp picture has few edges.
    ...(!isDark && sharpnessInside(light, pixels) < SHARP_FROM ? (['blurred'] as const) : []),
  ];
}

/** 0 to 255 for each pixel. */
function lightOf({ width, height, data }: Pixels): Float32Array {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at++) {
    light[at] = 0.299 * data[4 * at]! + 0.587 * data[4 * at + 1]! + 0.114 * data[4 * at + 2]!;
  }
  return light;
}

function* inside({ width, height }: Pixels): Generator<number> {
  for (let y = Math.ceil(height * INSIDE.top) + 1; y < height * INSIDE.bottom - 1; y++) {
    for (let x = Math.ceil(width * INSIDE.left) + 1; x < width * INSIDE.right - 1; x++) yield y * width + x;
  }
}

function medianInside(light: Float32Array, pixels: Pixels): number {
  const values = [...inside(pixels)].map((at) => light[at]!).sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** The variance of the Laplacian: small where there is no edge, which is what a blurred picture has. */
function sharpnessInside(light: Float32Array, pixels: Pixels): number {
  const { width } = pixels;
  let [sum, squares, count] = [0, 0, 0];
  for (const at of inside(pixels)) {
    const edge = light[at - 1]! + light[at + 1]! + light[at - width]! + light[at + width]! - 4 * light[at]!;
    sum += edge;
    squares += edge * edge;
    count++;
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
