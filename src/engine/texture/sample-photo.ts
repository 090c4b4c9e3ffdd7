import type { RgbImage } from '../../photo/decode.ts';

/** Writes the colour at a point of the photo, bilinear between pixel centres, into `out[at…at+2]`. */
export function samplePhoto(
  { widthPx, heightPx, rgb }: RgbImage,
  xPx: number,
  yPx: number,
  out: Float32Array,
  at: number,
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
