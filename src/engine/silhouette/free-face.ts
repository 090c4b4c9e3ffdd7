import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import { midlineColumn, runAt, verticalExtent } from './mask-rows.ts';

type Place = Pick<FoundLandmark, 'xPx' | 'yPx'>;

/**
 * Brightness of the nose at its bridge and at its root, the darker of the two, compared with the cheeks: about 1 if no
 * hair hangs before it. `left` and `right` are the pupils on the picture's left and right. Under hair that ends at the
 * eyes, its edge can pass for eyes; the root of the nose, which lies above it, tells.
 */
export function noseLight(image: RgbImage, left: Place, right: Place): number {
  const spacing = right.xPx - left.xPx;
  const [x, y] = [(left.xPx + right.xPx) / 2, (left.yPx + right.yPx) / 2];
  const patch = (cx: number, cy: number, halfX: number, halfY: number) =>
    lightOf(meanOf(image, cx - halfX * spacing, cx + halfX * spacing, cy - halfY * spacing, cy + halfY * spacing));
  const bridge = patch(x, y + 0.06 * spacing, 0.18, 0.16);
  const root = patch(x, y - 0.21 * spacing, 0.15, 0.09);
  const cheeks =
    (patch(left.xPx, y + 0.68 * spacing, 0.15, 0.12) + patch(right.xPx, y + 0.68 * spacing, 0.15, 0.12)) / 2;
  return Math.min(bridge, root) / Math.max(1, cheeks);
}

/** How the middle of a head compares with the skin of the trunk. */
export interface Likeness {
  /** Its brightness, as a share of the chest's. */
  light: number;
  /** The distance of its hue from that below the neck, where a bra covers nothing; 0 for the same. */
  hue: number;
}

/**
 * The middle of the head of a whole body, on the half that is more like the trunk: a face is skin, hair is darker, and a
 * fringe may cover half of the face. Hair is not darker than dark skin, but of another hue.
 */
export function headLikeness(image: RgbImage, mask: Mask): Likeness {
  const { top, bottom } = verticalExtent(mask);
  const middle = midlineColumn(mask);
  const rows = (from: number, to: number, left: number, right: number) => {
    const all: Colour[] = [];
    for (let y = Math.round(top + from * (bottom - top)); y < top + to * (bottom - top); y++) {
      const run = runAt(mask, middle, y);
      if (run === undefined) continue;
      const width = run.to - run.from;
      all.push(meanOf(image, run.from + left * width, run.from + right * width, y, y + 1));
    }
    return meanColour(all);
  };
  const halves = [rows(0.05, 0.1, 0.25, 0.5), rows(0.05, 0.1, 0.5, 0.75)];
  const chestLight = lightOf(rows(0.22, 0.3, 0.25, 0.75));
  const belowNeck = hueOf(rows(0.165, 0.2, 0.35, 0.65));
  const hues = halves.map(hueOf);
  return {
    light: Math.max(...halves.map(lightOf)) / Math.max(1, chestLight),
    hue: Math.min(...hues.map(([a, b]) => Math.hypot(a - belowNeck[0], b - belowNeck[1]))),
  };
}

type Colour = readonly [r: number, g: number, b: number];

/** Keeps the hue of nearly black pixels from becoming noise, 8-bit steps. */
const DARK_FLOOR = 24;

const lightOf = ([r, g, b]: Colour): number => (r + g + b) / 3;

const hueOf = ([r, g, b]: Colour): readonly [redGreen: number, yellowBlue: number] => {
  const sum = r + g + b + DARK_FLOOR;
  return [(r - g) / sum, ((r + g) / 2 - b) / sum];
};

function meanColour(colours: readonly Colour[]): Colour {
  const mean = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + colour[channel], 0) / Math.max(1, colours.length);
  return [mean(0), mean(1), mean(2)];
}

function meanOf({ widthPx, heightPx, rgb }: RgbImage, x0: number, x1: number, y0: number, y1: number): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = Math.max(0, Math.round(y0)); y < Math.min(heightPx, y1); y++) {
    for (let x = Math.max(0, Math.round(x0)); x < Math.min(widthPx, x1); x++) {
      const i = (y * widthPx + x) * 3;
      sum[0] += rgb[i]!;
      sum[1] += rgb[i + 1]!;
      sum[2] += rgb[i + 2]!;
      count++;
    }
  }
  const pixels = Math.max(1, count);
  return [sum[0] / pixels, sum[1] / pixels, sum[2] / pixels];
}
