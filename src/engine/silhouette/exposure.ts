import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';

/** The exposure of a person's skin, hair and clothes. */
export interface Exposure {
  /** Share of the person's pixels without detail: red and green, or all channels, at their upper end. */
  burnt: number;
  /** Share of the pixels of which at least one channel is at its upper end. */
  clipped: number;
  /** The brightness that nine tenths of the person stay below, 0 to 255. */
  bright: number;
  /** Median difference between the channels of the person's pixels, 8-bit steps. */
  colour: number;
}

const BURNT = 252;

export function exposureOf({ rgb }: RgbImage, { inside }: Mask): Exposure {
  const brightness = new Uint32Array(256);
  const colours = new Uint32Array(256);
  let burnt = 0;
  let clipped = 0;
  let count = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const r = rgb[i * 3]!;
    const g = rgb[i * 3 + 1]!;
    const b = rgb[i * 3 + 2]!;
    const most = Math.max(r, g, b);
    count++;
    if (r >= BURNT && g >= BURNT) burnt++;
    if (most >= BURNT) clipped++;
    brightness[Math.round((r + g + b) / 3)]!++;
    colours[most - Math.min(r, g, b)]!++;
  }
  return {
    burnt: count === 0 ? 0 : burnt / count,
    clipped: count === 0 ? 0 : clipped / count,
    bright: quantile(brightness, 0.9 * count),
    colour: quantile(colours, 0.5 * count),
  };
}

/** The value that the share `rank` of the counted values stays below. */
function quantile(counts: Uint32Array, rank: number): number {
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += counts[value]!;
    if (sum >= rank) return value;
  }
  return counts.length - 1;
}
