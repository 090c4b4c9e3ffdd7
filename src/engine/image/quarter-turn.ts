import type { RgbImage } from '../../photo/decode.ts';

/** Which way a picture is turned: to the right is clockwise. */
export const TURNS = ['right', 'left'] as const;
type Turn = (typeof TURNS)[number];

/** The picture turned by a quarter. */
export function quarterTurn({ widthPx, heightPx, rgb }: RgbImage, turn: Turn): RgbImage {
  const turned = new Uint8Array(rgb.length);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [toX, toY] = turn === 'right' ? [heightPx - 1 - y, x] : [y, widthPx - 1 - x];
      const from = 3 * (y * widthPx + x);
      turned.set(rgb.subarray(from, from + 3), 3 * (toY * heightPx + toX));
    }
  }
  return { widthPx: heightPx, heightPx: widthPx, rgb: turned };
}
