import type { RgbImage } from '../../photo/decode.ts';
import { BLUE, blur121, GREEN, type Plane, planeOfPair, planeOfSum, RED } from '../image/plane.ts';
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
  const isSkin = Uint8Array.from(inside, (depth) => (depth > SKIN * heightPx ? 1 : 0));
  const skinOf = ({ values }: Plane) => withoutGleams(blur121(values, widthPx, heightPx), distance, isSkin);
  const red = skinOf(planeOfPair(image, [RED, GREEN], (r, g) => Math.log((r + DARK) / (g + DARK))));
  const dark = skinOf(
    isDark
      ? planeOfPair(image, [RED, BLUE], (r, b) => -ownLight(r, b))
      : planeOfSum(image, (sum) => -Math.log(sum + 3 * DARK)),
  );
  const [skins, reds, darks] = [isSkin, red, dark].map((values) => cornerSums(distance, isSkin, values));
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
    const count = within(skins!);
    out[at] = count / (2 * half + 1) ** 2;
    out[at + 1] = within(reds!) / Math.max(1, count);
    out[at + 2] = within(darks!) / Math.max(1, count);
  };
  return { widthPx, heightPx, meanAt };
}

/** Sums of the skin's values over all pixels above and left of each corner. */
function cornerSums({ widthPx, heightPx }: Plane, isSkin: Uint8Array, values: Float32Array | Uint8Array): Float64Array {
  const stride = widthPx + 1;
  const out = new Float64Array(stride * (heightPx + 1));
  for (let y = 0, i = 0, at = stride + 1; y < heightPx; y++, at++) {
    let row = 0;
    for (let x = 0; x < widthPx; x++, i++, at++) {
      if (isSkin[i] === 1) row += values[i]!;
      out[at] = out[at - stride]! + row;
    }
  }
  return out;
}

/**
 * A gleam is brighter and less red than the skin round it, and an areola never is: what is less than the mean of the
 * neighbourhood takes its value.
 */
function withoutGleams(values: Float32Array, { widthPx, heightPx }: Plane, isSkin: Uint8Array): Float32Array {
  const half = Math.round(NEIGHBOURHOOD * heightPx);
  const clipped = values.slice();
  const skin = boxMeans({ widthPx, heightPx, values: Float32Array.from(isSkin) });
  for (let round = 0; round < ROUNDS; round++) {
    const own = clipped.slice();
    for (let i = 0; i < own.length; i++) if (isSkin[i] === 0) own[i] = 0;
    const sum = boxMeans({ widthPx, heightPx, values: own });
    for (let y = 0, i = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++, i++) {
        if (isSkin[i] === 1) clipped[i] = Math.max(values[i]!, sum(x, y, half) / skin(x, y, half));
      }
    }
  }
  return clipped;
}
