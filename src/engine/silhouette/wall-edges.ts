import type { RgbImage } from '../../photo/decode.ts';
import { componentsOf } from '../image/components.ts';
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
  for (let y = 0; y < heightPx; y++) {
    const [above, below] = [Math.max(0, y - 1) * widthPx, Math.min(heightPx - 1, y + 1) * widthPx];
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x;
      const [left, right] = [i - (x > 0 ? 1 : 0), i + (x < widthPx - 1 ? 1 : 0)];
      let [across, down] = [0, 0];
      for (let c = 0; c < 3; c++) {
        across = Math.max(across, Math.abs(rgb[right * 3 + c]! - rgb[left * 3 + c]!));
        down = Math.max(down, Math.abs(rgb[(below + x) * 3 + c]! - rgb[(above + x) * 3 + c]!));
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

/** How wide the strip along the left, upper and right border is in which seeds are followed, as a share of the width. */
const STRIP = 0.12;

/**
 * The part of a wall's seeds that the upper corners reach along the borders without crossing an edge. Along the border an
 * arm that leaves the picture at a slant comes in slowly; across its edge it does not.
 */
export function withinEdges(seeds: Mask, edges: Mask): Mask {
  const { widthPx, heightPx, inside } = edges;
  const open = newMask(widthPx, heightPx);
  for (let i = 0; i < inside.length; i++) {
    const x = i % widthPx;
    const fromBorder = Math.min(x, Math.floor(i / widthPx), widthPx - 1 - x);
    open.inside[i] = inside[i] === 0 && fromBorder < STRIP * widthPx ? 1 : 0;
  }
  const reached = newMask(widthPx, heightPx);
  for (const pixels of componentsOf(open)) {
    if (!pixels.some((i) => i === 0 || i === widthPx - 1)) continue;
    for (const i of pixels) reached.inside[i] = seeds.inside[i]!;
  }
  return reached;
}
