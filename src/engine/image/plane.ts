import type { RgbImage } from '../../photo/decode.ts';

/** One float per pixel, rows from the top. */
export interface Plane {
  widthPx: number;
  heightPx: number;
  values: Float32Array;
}

/** One byte per pixel, rows from the top: 1 inside, 0 outside. */
export interface Mask {
  widthPx: number;
  heightPx: number;
  inside: Uint8Array;
}

export const newMask = (widthPx: number, heightPx: number): Mask => ({
  widthPx,
  heightPx,
  inside: new Uint8Array(widthPx * heightPx),
});

/** A value per pixel from the pixel's colour. */
export function planeOf({ widthPx, heightPx, rgb }: RgbImage, of: (r: number, g: number, b: number) => number): Plane {
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < values.length; i++) values[i] = of(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!);
  return { widthPx, heightPx, values };
}

/** Which of a pixel's three values. */
export const RED = 0;
export const GREEN = 1;
export const BLUE = 2;
/** Number of values that a channel has. */
const STEPS = 256;

/** A value per pixel from two of its channels. There are fewer pairs than pixels: each pair is reckoned once. */
export function planeOfPair(
  { widthPx, heightPx, rgb }: RgbImage,
  [one, other]: readonly [one: number, other: number],
  of: (one: number, other: number) => number,
): Plane {
  const known = new Float32Array(STEPS ** 2);
  for (let a = 0, pair = 0; a < STEPS; a++) for (let b = 0; b < STEPS; b++) known[pair++] = of(a, b);
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < values.length; i++, at += 3)
    values[i] = known[rgb[at + one]! * STEPS + rgb[at + other]!]!;
  return { widthPx, heightPx, values };
}

/** A value per pixel from the sum of its channels; each sum is reckoned once. */
export function planeOfSum({ widthPx, heightPx, rgb }: RgbImage, of: (sum: number) => number): Plane {
  const known = new Float32Array(3 * STEPS);
  for (let sum = 0; sum < known.length; sum++) known[sum] = of(sum);
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < values.length; i++, at += 3) values[i] = known[rgb[at]! + rgb[at + 1]! + rgb[at + 2]!]!;
  return { widthPx, heightPx, values };
}

/** A smaller copy by area average; an image that is already small enough is returned unchanged. */
export function shrinkImage(image: RgbImage, maxSidePx: number): RgbImage {
  const ratio = maxSidePx / Math.max(image.widthPx, image.heightPx);
  if (ratio >= 1) return image;
  const widthPx = Math.max(1, Math.round(image.widthPx * ratio));
  const heightPx = Math.max(1, Math.round(image.heightPx * ratio));
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const { widthPx: stride, rgb: from } = image;
  const columns = blockStarts(stride, widthPx);
  const rows = blockStarts(image.heightPx, heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const [first, last] = [rows[y]!, rows[y + 1]!];
    for (let x = 0; x < widthPx; x++, at += 3) {
      const [left, right] = [columns[x]!, columns[x + 1]!];
      let r = 0;
      let g = 0;
      let b = 0;
      for (let row = first; row < last; row++) {
        const end = (row * stride + right) * 3;
        for (let i = (row * stride + left) * 3; i < end; i += 3) {
          r += from[i]!;
          g += from[i + 1]!;
          b += from[i + 2]!;
        }
      }
      const count = (right - left) * (last - first);
      rgb[at] = r / count;
      rgb[at + 1] = g / count;
      rgb[at + 2] = b / count;
    }
  }
  return { widthPx, heightPx, rgb };
}

/** The start of each of `to` blocks when `from` pixels are divided among them, and the end of the last one. */
function blockStarts(from: number, to: number): Int32Array {
  const starts = new Int32Array(to + 1);
  for (let k = 0; k <= to; k++) starts[k] = Math.floor((k * from) / to);
  return starts;
}

/** Intersection over union of two masks; 1 if both are empty. */
export function intersectionOverUnion(a: Mask, b: Mask): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.inside.length; i++) {
    both += a.inside[i]! & b.inside[i]!;
    either += a.inside[i]! | b.inside[i]!;
  }
  return either === 0 ? 1 : both / either;
}

/** The same mask at another size, by nearest pixel. */
export function enlargeMask(mask: Mask, widthPx: number, heightPx: number): Mask {
  const large = newMask(widthPx, heightPx);
  for (let y = 0; y < heightPx; y++) {
    const fromY = Math.min(mask.heightPx - 1, Math.floor(((y + 0.5) * mask.heightPx) / heightPx));
    for (let x = 0; x < widthPx; x++) {
      const fromX = Math.min(mask.widthPx - 1, Math.floor(((x + 0.5) * mask.widthPx) / widthPx));
      large.inside[y * widthPx + x] = mask.inside[fromY * mask.widthPx + fromX]!;
    }
  }
  return large;
}

/** A 1-2-1 blur in both directions, against the noise of single pixels. */
export function blur121(values: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    let [left, own] = [values[i]!, values[i]!];
    for (const last = i + widthPx - 1; i < last; i++) {
      const right = values[i + 1]!;
      across[i] = (left + 2 * own + right) / 4;
      left = own;
      own = right;
    }
    across[i++] = (left + 2 * own + own) / 4;
  }
  for (let y = 0, i = 0; y < heightPx; y++) {
    let up = Math.max(0, y - 1) * widthPx;
    let down = Math.min(heightPx - 1, y + 1) * widthPx;
    for (const end = i + widthPx; i < end; i++) out[i] = (across[up++]! + 2 * across[i]! + across[down++]!) / 4;
  }
  return out;
}

/** The value between pixel centres by bilinear interpolation; the centre of pixel (0, 0) is at (0, 0). */
export function valueAt({ widthPx, heightPx, values }: Plane, x: number, y: number): number {
  const px = Math.min(widthPx - 1.001, Math.max(0, x));
  const py = Math.min(heightPx - 1.001, Math.max(0, y));
  const i = (py | 0) * widthPx + (px | 0);
  const fx = px - (px | 0);
  const fy = py - (py | 0);
  const upper = values[i]! + (values[i + 1]! - values[i]!) * fx;
  const lower = values[i + widthPx]! + (values[i + widthPx + 1]! - values[i + widthPx]!) * fx;
  return upper + (lower - upper) * fy;
}

/** Writes the colour at a point of the photo, bilinear between pixel centres, into `out[at…at+2]`. */
export function samplePhoto(
  { widthPx, heightPx, rgb }: RgbImage,
  xPx: number,
  yPx: number,
  out: Float32Array | Float64Array,
  at = 0,
): void {
  const x = Math.min(widthPx - 1.001, Math.max(0, xPx - 0.5));
  const y = Math.min(heightPx - 1.001, Math.max(0, yPx - 0.5));
  const x0 = x | 0;
  const y0 = y | 0;
  const fx = x - x0;
  const fy = y - y0;
  const i = (y0 * widthPx + x0) * 3;
  const below = i + widthPx * 3;
  for (let c = 0; c < 3; c++) {
    const upper = rgb[i + c]! + (rgb[i + c + 3]! - rgb[i + c]!) * fx;
    const lower = rgb[below + c]! + (rgb[below + c + 3]! - rgb[below + c]!) * fx;
    out[at + c] = upper + (lower - upper) * fy;
  }
}
