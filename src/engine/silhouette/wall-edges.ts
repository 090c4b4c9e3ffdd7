import type { RgbImage } from '../../photo/decode.ts';
import { type Mask, newMask } from '../image/plane.ts';

/** The least change of a channel across two pixels that is an edge: 8-bit steps, and multiples of the wall's grain. */
const LEAST_STEP = 4;
const OF_GRAIN = 4;
/** A line that comes level from both sides of the picture: how far from them it is seen, how far apart they may be. */
const LINE = { share: 0.06, tilt: 0.03 };

/**
 * Pixels where the colour changes suddenly, as at a person's outline; light and soft shadows on a plain wall change it
 * slowly. Where skin has nearly the wall's colour, such pixels still part them. A line on the wall, or where it meets the
 * floor, comes level from both sides and is no edge.
 *
 * @param grain fine grain of the wall, as a standard deviation in 8-bit steps
 */
export function suddenEdges({ widthPx, heightPx, rgb }: RgbImage, grain: number): Mask {
  const least = Math.max(LEAST_STEP, OF_GRAIN * grain);
  const edges = newMask(widthPx, heightPx);
  const level = newMask(widthPx, heightPx);
  const below = widthPx * 3;
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x;
      let [across, down] = [0, 0];
      for (let k = i * 3; k < i * 3 + 3; k++) {
        across = Math.max(across, Math.abs(rgb[k + 3]! - rgb[k - 3]!));
        down = Math.max(down, Math.abs(rgb[k + below]! - rgb[k - below]!));
      }
      edges.inside[i] = Math.max(across, down) > least ? 1 : 0;
      level.inside[i] = down > least && across < down / 2 ? 1 : 0;
    }
  }
  for (const [from, to] of lines(level)) {
    for (let i = from * widthPx; i < to * widthPx; i++) if (level.inside[i] === 1) edges.inside[i] = 0;
  }
  return edges;
}

/** The rows, from and to, of each line that comes level from both sides. */
function lines({ widthPx, heightPx, inside }: Mask): [from: number, to: number][] {
  const length = Math.round(LINE.share * widthPx);
  const apart = Math.round(LINE.tilt * heightPx);
  const isLine = (y: number, x: number) => {
    for (let k = x; k < x + length; k++) {
      if ([y - 1, y, y + 1].every((row) => inside[row * widthPx + k] === 0)) return false;
    }
    return true;
  };
  const rows = Array.from({ length: heightPx - 4 }, (_, y) => y + 2);
  const lefts = rows.filter((y) => isLine(y, 1));
  const rights = rows.filter((y) => isLine(y, widthPx - 1 - length));
  return lefts.flatMap((left) =>
    rights
      .filter((right) => Math.abs(left - right) <= apart)
      .map((right): [number, number] => [Math.min(left, right) - 2, Math.max(left, right) + 3]),
  );
}
