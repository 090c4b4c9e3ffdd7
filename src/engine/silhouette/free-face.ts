import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import { midlineColumn, runAt, verticalExtent } from '../measure/trunk.ts';

type Place = Pick<FoundLandmark, 'xPx' | 'yPx'>;

/**
 * Brightness of the bridge of the nose over that of the cheeks: about 1 where no hair hangs before it. The pupils are
 * those on the picture's left and right.
 */
export function bridgeLight(image: RgbImage, left: Place, right: Place): number {
  const spacing = right.xPx - left.xPx;
  const [x, y] = [(left.xPx + right.xPx) / 2, (left.yPx + right.yPx) / 2];
  const patch = (cx: number, cy: number, halfX: number, halfY: number) =>
    meanLight(image, cx - halfX * spacing, cx + halfX * spacing, cy - halfY * spacing, cy + halfY * spacing);
  const bridge = patch(x, y + 0.06 * spacing, 0.18, 0.16);
  const cheeks =
    (patch(left.xPx, y + 0.68 * spacing, 0.15, 0.12) + patch(right.xPx, y + 0.68 * spacing, 0.15, 0.12)) / 2;
  return bridge / Math.max(1, cheeks);
}

/** Brightness of the middle of the head over that of the chest, of a whole body: a face is skin, hair is darker. */
export function headLight(image: RgbImage, mask: Mask): number {
  const { top, bottom } = verticalExtent(mask);
  const middle = midlineColumn(mask);
  const rows = (from: number, to: number) => {
    let [sum, count] = [0, 0];
    for (let y = Math.round(top + from * (bottom - top)); y < top + to * (bottom - top); y++) {
      const run = runAt(mask, middle, y);
      if (run === undefined) continue;
      const quarter = (run.to - run.from) / 4;
      sum += meanLight(image, run.from + quarter, run.to - quarter, y, y + 1);
      count++;
    }
    return sum / Math.max(1, count);
  };
  return rows(0.05, 0.1) / Math.max(1, rows(0.22, 0.3));
}

function meanLight({ widthPx, heightPx, rgb }: RgbImage, x0: number, x1: number, y0: number, y1: number): number {
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.round(y0)); y < Math.min(heightPx, y1); y++) {
    for (let x = Math.max(0, Math.round(x0)); x < Math.min(widthPx, x1); x++) {
      const i = (y * widthPx + x) * 3;
      sum += rgb[i]! + rgb[i + 1]! + rgb[i + 2]!;
      count += 3;
    }
  }
  return sum / Math.max(1, count);
}
