import type { RgbImage } from '../../photo/decode.ts';
import { blur121, type Plane, planeOf } from '../image/plane.ts';
import { ownLight } from './own-light.ts';
import { boxMeans } from './spots.ts';

/** Nearer to the outline than this, as a share of the height, the wall may shine through. */
const SKIN = 0.006;
/** Half of the side of a place's neighbourhood, as a share of the picture's height. */
const NEIGHBOURHOOD = 0.06;
/** How often the neighbourhood's mean is taken anew, without the gleams found so far. */
const ROUNDS = 2;
/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 4;

/** What a square holds: the share of skin, and the mean redness and darkness of that skin. */
export const SQUARE = 3;

/** Sums of a photo's skin, from which the mean of any square is read. */
export interface SkinSums {
  widthPx: number;
  heightPx: number;
  /** Writes what the square of half-side `half` round a pixel holds into `out[at…at+2]`. */
  meanAt(x: number, y: number, half: number, out: Float64Array, at: number): void;
}

/**
 * The logarithm of red over green, and of darkness, wherever skin is surely seen; `distance` is how far inside the
 * outline. The darkness of dark skin (`isDark`) is that of its own light.
 */
export function skinSums(image: RgbImage, distance: Plane, isDark: boolean): SkinSums {
  const { widthPx, heightPx, values: inside } = distance;
  const isSkin = (i: number) => inside[i]! > SKIN * heightPx;
  const plane = (of: (r: number, g: number, b: number) => number) =>
    withoutGleams(blur121(planeOf(image, of).values, widthPx, heightPx), distance, isSkin);
  const red = plane((r, g) => Math.log((r + DARK) / (g + DARK)));
  const dark = plane((r, g, b) => -(isDark ? ownLight(r, b) : Math.log(r + g + b + 3 * DARK)));
  const sums = (value: (i: number) => number) => cornerSums(distance, (i) => (isSkin(i) ? value(i) : 0));
  const [skins, reds, darks] = [sums(() => 1), sums((i) => red[i]!), sums((i) => dark[i]!)];
  const stride = widthPx + 1;
  const meanAt = (x: number, y: number, half: number, out: Float64Array, at: number) => {
    const left = Math.max(0, x - half);
    const top = Math.max(0, y - half) * stride;
    const right = Math.min(widthPx, x + half + 1);
    const bottom = Math.min(heightPx, y + half + 1) * stride;
    out[at] = 0;
    if (left >= right || top >= bottom) return;
    const within = (sum: Float64Array) =>
      sum[bottom + right]! - sum[top + right]! - sum[bottom + left]! + sum[top + left]!;
    const count = within(skins);
    out[at] = count / (2 * half + 1) ** 2;
    out[at + 1] = within(reds) / Math.max(1, count);
    out[at + 2] = within(darks) / Math.max(1, count);
  };
  return { widthPx, heightPx, meanAt };
}

/** Sums over all pixels above and left of each corner. */
function cornerSums({ widthPx, heightPx }: Plane, value: (i: number) => number): Float64Array {
  const stride = widthPx + 1;
  const out = new Float64Array(stride * (heightPx + 1));
  for (let y = 0; y < heightPx; y++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++) {
      row += value(y * widthPx + x);
      out[(y + 1) * stride + x + 1] = out[y * stride + x + 1]! + row;
    }
  }
  return out;
}

/**
 * A gleam is brighter and less red than the skin round it, and an areola never is: what is less than the mean of the
 * neighbourhood takes its value.
 */
function withoutGleams(
  values: Float32Array,
  { widthPx, heightPx }: Plane,
  isSkin: (i: number) => boolean,
): Float32Array {
  const half = Math.round(NEIGHBOURHOOD * heightPx);
  const clipped = values.slice();
  const only = (of: (i: number) => number) =>
    boxMeans({ widthPx, heightPx, values: clipped.map((_, i) => (isSkin(i) ? of(i) : 0)) });
  const skin = only(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const sum = only((i) => clipped[i]!);
    for (let y = 0, i = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++, i++) {
        if (isSkin(i)) clipped[i] = Math.max(values[i]!, sum(x, y, half) / skin(x, y, half));
      }
    }
  }
  return clipped;
}
