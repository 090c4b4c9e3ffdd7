import type { RgbImage } from '../../photo/decode.ts';
import { type Plane, samplePhoto, shrinkImage } from '../image/plane.ts';

/** px of a patch for the distance between the pupils. */
export const PATCH_PX = 100;
/** What a patch shows of a face, in distances of the pupils from their middle: x to the picture's right, y down. */
const [LEFT, TOP, RIGHT, BOTTOM] = [-1.2, -0.6, 1.2, 2.3];
/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 10;

interface Place {
  xPx: number;
  yPx: number;
}

/**
 * A face turned and scaled so that both pupils lie on one level at (−0.5, 0) and (0.5, 0). Brightness is logarithmic,
 * so that light and shade are added.
 */
export interface FacePatch {
  red: Plane;
  green: Plane;
  /** Logarithm of red over green: high on lips. */
  redness: Plane;
  /** Logarithm of blue over red: high on the white of an eye. */
  whiteness: Plane;
  /** A place of the patch in px of the mask whose pupils were given. */
  placeOf(u: number, v: number): Place;
}

/** `left` and `right` are the pupils on the picture's left and right, px of a mask `maskWidthPx` wide. */
export function facePatchOf(photo: RgbImage, maskWidthPx: number, left: Place, right: Place): FacePatch {
  const [acrossX, acrossY] = [right.xPx - left.xPx, right.yPx - left.yPx];
  const spacing = Math.hypot(acrossX, acrossY);
  const [midX, midY] = [(left.xPx + right.xPx) / 2, (left.yPx + right.yPx) / 2];
  const placeOf = (u: number, v: number) => ({
    xPx: midX + u * acrossX - v * acrossY,
    yPx: midY + u * acrossY + v * acrossX,
  });
  const wanted = (PATCH_PX / spacing) * (maskWidthPx / photo.widthPx);
  const image = shrinkImage(photo, Math.round(wanted * Math.max(photo.widthPx, photo.heightPx)));
  const scale = image.widthPx / maskWidthPx;
  const [widthPx, heightPx] = [Math.round((RIGHT - LEFT) * PATCH_PX), Math.round((BOTTOM - TOP) * PATCH_PX)];
  const plane = (): Plane => ({ widthPx, heightPx, values: new Float32Array(widthPx * heightPx) });
  const [red, green, redness, whiteness] = [plane(), plane(), plane(), plane()];
  const rgb = new Float64Array(3);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      const { xPx, yPx } = placeOf(LEFT + (x + 0.5) / PATCH_PX, TOP + (y + 0.5) / PATCH_PX);
      samplePhoto(image, xPx * scale, yPx * scale, rgb);
      red.values[i] = Math.log(rgb[0]! + DARK);
      green.values[i] = Math.log(rgb[1]! + DARK);
      redness.values[i] = red.values[i]! - green.values[i]!;
      whiteness.values[i] = Math.log(rgb[2]! + DARK) - red.values[i]!;
    }
  }
  return { red, green, redness, whiteness, placeOf };
}

/** The column of a patch that lies `along` from the face's middle, or, `isDown`, the row; pixel 0 has its centre at 0. */
export const pixelOf = (along: number, isDown = false) => (along - (isDown ? TOP : LEFT)) * PATCH_PX - 0.5;

/** The mean over a rectangle of a patch's plane: its middle and half-sides in distances of the pupils. */
export function meanAt(
  { widthPx, heightPx, values }: Plane,
  u: number,
  v: number,
  halfU: number,
  halfV: number,
): number {
  const x0 = Math.max(0, Math.round((u - halfU - LEFT) * PATCH_PX - 0.5));
  const x1 = Math.min(widthPx - 1, Math.round((u + halfU - LEFT) * PATCH_PX - 0.5));
  const y0 = Math.max(0, Math.round((v - halfV - TOP) * PATCH_PX - 0.5));
  const y1 = Math.min(heightPx - 1, Math.round((v + halfV - TOP) * PATCH_PX - 0.5));
  let [sum, count] = [0, 0];
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) sum += values[y * widthPx + x]!;
    count += Math.max(0, x1 - x0 + 1);
  }
  return sum / Math.max(1, count);
}
