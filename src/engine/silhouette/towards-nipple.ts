import type { RgbImage } from '../../photo/decode.ts';
import { runsOf } from '../measure/trunk.ts';
import type { Edge, Outlined } from './facing.ts';

/** Rows, heights of a patch, and how far from the edge it may begin; shares of the picture's height. */
const ROWS = [0.18, 0.65] as const;
const RADII = [0.012, 0.02, 0.028] as const;
const DEPTH = 0.1;
/** Darkness counts this much beside redness, as in `nipple-tips.ts`. */
const DARKNESS = 0.3;
/** In 20 side photos the front had 0.05 to 0.20, and 2.1 to 10 times what the back had. */
const LEAST = 0.045;
const CLEARLY_MORE = 1.7;

/** The edge of a trunk's side photo near which a patch is redder and darker than what is above, below and behind it. */
export function towardsNipple({ image, mask }: Outlined): Edge | undefined {
  const { heightPx } = mask;
  const at = rednessAndDarkness(image);
  const widest = Array.from(
    { length: heightPx },
    (_, y) => runsOf(mask, y).sort((a, b) => b.to - b.from - (a.to - a.from))[0],
  );
  /** Mean over a patch that begins `depth` px from the edge. */
  const patch = (edge: Edge, y: number, depth: number, halfHeight: number, width: number) => {
    let [sum, count] = [0, 0];
    for (let row = y - halfHeight; row <= y + halfHeight; row++) {
      const run = widest[row];
      if (run === undefined || run.to - run.from < depth + width) return undefined;
      for (let k = 0; k <= width; k++) {
        sum += at(edge === 'left' ? run.from + depth + k : run.to - 1 - depth - k, row);
        count++;
      }
    }
    return sum / count;
  };
  const strongest = (edge: Edge) => {
    let most = 0;
    for (let y = Math.round(ROWS[0] * heightPx); y < ROWS[1] * heightPx; y++) {
      for (const share of RADII) {
        const radius = Math.round(share * heightPx);
        const [tall, flat] = [Math.round(radius * 0.6), Math.round(radius * 0.4)];
        for (let depth = 3; depth < DEPTH * heightPx; depth += 4) {
          const middle = patch(edge, y, depth, tall, radius);
          if (middle === undefined) continue;
          const above = patch(edge, y - 2 * radius, depth, flat, radius);
          const below = patch(edge, y + 2 * radius, depth, flat, radius);
          const behind = patch(edge, y, depth + 2 * radius, tall, radius);
          if (above === undefined || below === undefined || behind === undefined) continue;
          most = Math.max(most, middle - Math.max(above, below, behind));
        }
      }
    }
    return most;
  };
  const [left, right] = [strongest('left'), strongest('right')];
  if (Math.max(left, right) < LEAST) return undefined;
  if (left > CLEARLY_MORE * right) return 'left';
  return right > CLEARLY_MORE * left ? 'right' : undefined;
}

function rednessAndDarkness({ widthPx, rgb }: RgbImage) {
  const values = new Float32Array(rgb.length / 3);
  for (let i = 0; i < values.length; i++) {
    const [r, g, b] = [rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!];
    values[i] = Math.log((r + 12) / (g + 12)) - DARKNESS * Math.log(r + g + b + 36);
  }
  return (x: number, y: number) => values[y * widthPx + x]!;
}
