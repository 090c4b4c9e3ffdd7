import type { RgbImage } from '../../photo/decode.ts';
import { componentsOf } from '../image/components.ts';
import { type Mask, newMask } from '../image/plane.ts';
import { suddenEdges } from './wall-edges.ts';

const BLOCK_PX = 4;
/** Change of mean colour from block to block that still counts as the same wall, in 8-bit steps. */
const SAME_WALL = 14;
/**
 * Largest change of hue from the path's start, as a logarithm of two channels' ratio; light and shade do not change it.
 * An arm that leaves the picture at a slant comes in so slowly that neighbouring blocks do not differ; pale skin before
 * a pale wall was then taken for wall, and the trunk too.
 */
const SAME_HUE = 0.14;
/** How wide the strip along the borders is in which a path must not cross an edge, as a share of the width. */
const STRIP = 0.12;

/** See `findWallSeeds`. */
export interface WallSeeds {
  wall: Mask;
  grain: number;
  followed: number;
  edges: Mask;
}

/**
 * Areas that are certainly wall: strips along the borders, followed from the upper corners until the colour jumps.
 * `followed` is the share of their length that could be followed (a pattern or clutter stops it at once), `grain` the
 * wall's fine grain, as a standard deviation in 8-bit steps, `edges` where the colour changes suddenly: what lies
 * beyond is not certain. Along the border an arm that leaves the picture at a slant comes in slowly, across its edge it does not.
 *
 * @param standsFree the person touches neither side of the picture, so both strips are wall and floor to their ends
 */
export function findWallSeeds(image: RgbImage, standsFree: boolean): WallSeeds {
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
  const plain = paths.map((path) => followPath(image, path));
  const followed = plain.reduce((sum, { length }, index) => sum + length / paths[index]!.length / paths.length, 0);
  const taken = plain.map((path, index) => (standsFree && index < 2 ? paths[index]! : path));
  const grains = taken.flatMap((path) => path.map(([column, row]) => grainOf(image, column, row)));
  const grain = grains.sort((a, b) => a - b)[grains.length >> 1] ?? 0;
  // A standing person's floor may end with an edge, and its shadows too.
  const edges = standsFree ? newMask(widthPx, heightPx) : suddenEdges(image, grain);
  const reached = reachedStrip(edges, standsFree ? [] : paths.map((path) => path[0]!));
  const wall = newMask(widthPx, heightPx);
  for (const path of taken) {
    const end = standsFree ? -1 : path.findIndex(([column, row]) => !isReached(reached, column, row));
    for (const [column, row] of end < 0 ? path : path.slice(0, Math.max(1, end))) markBlock(wall, column, row);
  }
  return { wall, grain, followed, edges };
}

/** The pixels near the borders that are connected with one of some blocks without crossing an edge. */
function reachedStrip({ widthPx, heightPx, inside }: Mask, starts: BlockPath): Mask {
  const open = newMask(widthPx, heightPx);
  for (let i = 0; i < inside.length; i++) {
    const x = i % widthPx;
    const fromBorder = Math.min(x, Math.floor(i / widthPx), widthPx - 1 - x);
    open.inside[i] = inside[i] === 0 && fromBorder < STRIP * widthPx ? 1 : 0;
  }
  const first = new Set(starts.map(([column, row]) => (row * widthPx + column) * BLOCK_PX));
  const reached = newMask(widthPx, heightPx);
  for (const pixels of componentsOf(open)) {
    if (pixels.some((i) => first.has(i))) for (const i of pixels) reached.inside[i] = 1;
  }
  return reached;
}

/** Whether most of a block is. */
function isReached({ widthPx, inside }: Mask, column: number, row: number): boolean {
  let sum = 0;
  for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y++) {
    for (let x = column * BLOCK_PX; x < (column + 1) * BLOCK_PX; x++) sum += inside[y * widthPx + x]!;
  }
  return sum > BLOCK_PX ** 2 / 2;
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
