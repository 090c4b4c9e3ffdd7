import type { RgbImage } from '../../photo/decode.ts';
import { type Mask, newMask } from '../image/plane.ts';

const BLOCK_PX = 4;
/** Change of mean colour from block to block that still counts as the same wall, in 8-bit steps. */
const SAME_WALL = 14;
/**
 * Largest change of hue from the path's start, as a logarithm of two channels' ratio; light and shade do not change it.
 * An arm that leaves the picture at a slant comes in so slowly that neighbouring blocks do not differ; pale skin before
 * a pale wall was then taken for wall, and the trunk too.
 */
const SAME_HUE = 0.14;

/**
 * Areas that are certainly wall: strips along the borders, followed from the upper corners until the colour jumps.
 * `followed` is the share of their length that could be followed (a pattern or clutter stops it at once), `grain` the
 * wall's fine grain, as a standard deviation in 8-bit steps.
 *
 * @param standsFree the person touches neither side of the picture, so both strips are wall and floor to their ends
 */
export function findWallSeeds(image: RgbImage, standsFree: boolean) {
  const { widthPx, heightPx } = image;
  const columns = Math.floor(widthPx / BLOCK_PX);
  const rows = Math.floor(heightPx / BLOCK_PX);
  const down = Array.from({ length: rows }, (_, row) => row);
  const leftward = Array.from({ length: columns >> 1 }, (_, i) => i);
  const paths = [
    down.map((row) => [0, row] as const),
    down.map((row) => [columns - 1, row] as const),
    leftward.map((i) => [i, 0] as const),
    leftward.map((i) => [columns - 1 - i, 0] as const),
  ];
  const wall = newMask(widthPx, heightPx);
  let followed = 0;
  const grains: number[] = [];
  for (const [index, path] of paths.entries()) {
    const plain = followPath(image, path);
    followed += plain.length / path.length / paths.length;
    const taken = standsFree && index < 2 ? path : plain;
    for (const [column, row] of taken) {
      markBlock(wall, column, row);
      grains.push(grainOf(image, column, row));
    }
  }
  grains.sort((a, b) => a - b);
  return { wall, grain: grains[grains.length >> 1] ?? 0, followed };
}

type BlockPath = readonly (readonly [number, number])[];

function followPath(image: RgbImage, path: BlockPath): BlockPath {
  let last: number[] | undefined;
  const first = blockMean(image, path[0]![0], path[0]![1]);
  for (let i = 0; i < path.length; i++) {
    const colour = blockMean(image, path[i]![0], path[i]![1]);
    const jumps = last !== undefined && colour.some((value, c) => Math.abs(value - last![c]!) > SAME_WALL);
    if (jumps || hueApart(colour, first) > SAME_HUE) {
      // The block before may contain the first pixels of the person.
      return path.slice(0, Math.max(1, i - 1));
    }
    last = colour;
  }
  return path;
}

/** A little light is added, because dark walls are noisy. */
function hueApart(a: readonly number[], b: readonly number[]): number {
  const ratio = (colour: readonly number[], c: number) => Math.log((colour[c]! + 12) / (colour[1]! + 12));
  return Math.max(Math.abs(ratio(a, 0) - ratio(b, 0)), Math.abs(ratio(a, 2) - ratio(b, 2)));
}

function blockMean({ widthPx, rgb }: RgbImage, column: number, row: number): number[] {
  const sums = [0, 0, 0];
  for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y++) {
    for (let x = column * BLOCK_PX; x < (column + 1) * BLOCK_PX; x++) {
      for (let c = 0; c < 3; c++) sums[c]! += rgb[(y * widthPx + x) * 3 + c]!;
    }
  }
  return sums.map((sum) => sum / BLOCK_PX ** 2);
}

/** Standard deviation of the differences between neighbours in the green channel, over √2. */
function grainOf({ widthPx, rgb }: RgbImage, column: number, row: number): number {
  let sum = 0;
  for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y++) {
    for (let x = column * BLOCK_PX; x < (column + 1) * BLOCK_PX - 1; x++) {
      const i = (y * widthPx + x) * 3 + 1;
      sum += (rgb[i]! - rgb[i + 3]!) ** 2;
    }
  }
  return Math.sqrt(sum / (2 * BLOCK_PX * (BLOCK_PX - 1)));
}

function markBlock({ widthPx, inside }: Mask, column: number, row: number): void {
  for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y++) {
    inside.fill(1, y * widthPx + column * BLOCK_PX, y * widthPx + (column + 1) * BLOCK_PX);
  }
}
