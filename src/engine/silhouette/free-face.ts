import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import { midlineColumn, runAt, verticalExtent } from './mask-rows.ts';

type Place = Pick<FoundLandmark, 'xPx' | 'yPx'>;

/**
 * Brightness of the bridge of the nose compared with the cheeks: about 1 if no hair hangs before it. `left` and `right`
 * are the pupils on the picture's left and right.
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

/**
 * Brightness of the middle of the head compared with the chest, for a whole body, on the brighter half of the head: a
 * face is skin, hair is darker, and a fringe may cover half of the face.
 */
export function headLight(image: RgbImage, mask: Mask): number {
  const { top, bottom } = verticalExtent(mask);
  const middle = midlineColumn(mask);
  const rows = (from: number, to: number, left: number, right: number) => {
    let [sum, count] = [0, 0];
    for (let y = Math.round(top + from * (bottom - top)); y < top + to * (bottom - top); y++) {
      const run = runAt(mask, middle, y);
      if (run === undefined) continue;
      const width = run.to - run.from;
      sum += meanLight(image, run.from + left * width, run.from + right * width, y, y + 1);
      count++;
    }
    return sum / Math.max(1, count);
  };
  const head = Math.max(rows(0.05, 0.1, 0.25, 0.5), rows(0.05, 0.1, 0.5, 0.75));
  return head / Math.max(1, rows(0.22, 0.3, 0.25, 0.75));
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
