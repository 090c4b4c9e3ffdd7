import type { Mask } from '../image/plane.ts';
import { type SkinSums, SQUARE } from './skin-sums.ts';

/** Half of a disc's square, a side patch's distance and half of its square, in radii. */
const DISC = 0.7;
const AWAY = 2.1;
const SIDE = 0.5;
/** The share of a side patch, and of a disc, that must be skin. */
const LEAST_SKIN = 0.4;
const MOST_SKIN = 0.75;
/** Number of patches round a disc; opposite ones make a pair, so that even shading is no difference. */
const PATCHES = 8;
export const SIDES = PATCHES / 2;
/** Steps of the grid over the radius, and the least, px. */
const STEP = { share: 1 / 4, leastPx: 2 };
/** Distance of the places from which the spread over the skin is taken. */
const STATISTICS_PX = 5;
/** What a place holds: the difference in redness from each pair of patches, then that in darkness. */
export const PLACE = 2 * SIDES;

/** How much redder and darker a disc is than the skin on its sides, at places of a grid. */
export interface SpotGrid {
  radiusPx: number;
  stepPx: number;
  columns: number;
  rows: number;
  /** NaN where it is no skin. */
  drops: Float32Array;
  /** Mean differences at some places: how this skin varies by itself. */
  usual: { red: number[]; dark: number[] };
}

export function spotGrid(skin: SkinSums, within: Mask, radiusPx: number): SpotGrid {
  const { widthPx, heightPx } = skin;
  const stepPx = Math.max(STEP.leastPx, Math.floor(radiusPx * STEP.share));
  const [columns, rows] = [Math.floor(widthPx / stepPx), Math.floor(heightPx / stepPx)];
  const drops = new Float32Array(columns * rows * PLACE).fill(Number.NaN);
  const grid: SpotGrid = { radiusPx, stepPx, columns, rows, drops, usual: { red: [], dark: [] } };
  const fill = placeFiller(skin, grid);
  const thin = Math.ceil(STATISTICS_PX / stepPx);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (within.inside[row * stepPx * widthPx + column * stepPx] === 0) continue;
      fill(column, row, (row % thin) + (column % thin) === 0);
    }
  }
  return grid;
}

/** Fills in one place; `counts` says whether it is among those that tell how the skin varies. */
function placeFiller(skin: SkinSums, { radiusPx, stepPx, columns, drops, usual }: SpotGrid) {
  const around = Array.from({ length: PATCHES }, (_, k) => {
    const angle = (2 * Math.PI * k) / PATCHES;
    return [Math.round(Math.cos(angle) * radiusPx * AWAY), Math.round(Math.sin(angle) * radiusPx * AWAY)] as const;
  });
  const half = Math.round(radiusPx * DISC);
  const side = Math.max(1, Math.round(radiusPx * SIDE));
  const disc = new Float64Array(SQUARE);
  const patches = new Float64Array(PATCHES * SQUARE);
  return (column: number, row: number, counts: boolean) => {
    const [x, y] = [column * stepPx, row * stepPx];
    skin.meanAt(x, y, half, disc, 0);
    if (disc[0]! < MOST_SKIN) return;
    for (let k = 0; k < PATCHES; k++) skin.meanAt(x + around[k]![0], y + around[k]![1], side, patches, k * SQUARE);
    const place = (row * columns + column) * PLACE;
    for (let k = 0; k < SIDES; k++) {
      const [one, other] = [k * SQUARE, (k + SIDES) * SQUARE];
      const isOne = patches[one]! >= LEAST_SKIN ? 1 : 0;
      const isOther = patches[other]! >= LEAST_SKIN ? 1 : 0;
      if (isOne + isOther === 0) {
        drops.fill(Number.NaN, place, place + PLACE);
        return;
      }
      for (const channel of [0, 1]) {
        const at = 1 + channel;
        const beside = (isOne * patches[one + at]! + isOther * patches[other + at]!) / (isOne + isOther);
        drops[place + channel * SIDES + k] = disc[at]! - beside;
      }
    }
    if (!counts) return;
    usual.red.push(meanOf(drops, place));
    usual.dark.push(meanOf(drops, place + SIDES));
  };
}

function meanOf(drops: Float32Array, from: number): number {
  let sum = 0;
  for (let k = from; k < from + SIDES; k++) sum += drops[k]!;
  return sum / SIDES;
}
