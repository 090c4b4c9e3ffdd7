import type { BlockGrid } from './block-grid.ts';
import { unit, type Vector } from './vector.ts';

const NEAR_ENOUGH_CM = 0.01;
const CAUTION = 0.75;
const MOST_STEPS = 300;

/** Distance in cm along the ray to the figure, or undefined where the ray passes it. */
export function trace(grid: BlockGrid, from: Vector, direction: Vector, startCm = 0): number | undefined {
  return march(grid, from, direction, startCm, () => NEAR_ENOUGH_CM);
}

/** How far, in cm, every ray within `spread` (cm per cm) of this one is surely clear. */
export function clearDistance(grid: BlockGrid, from: Vector, direction: Vector, spread: number): number | undefined {
  return march(grid, from, direction, 0, (t) => t * spread + NEAR_ENOUGH_CM);
}

function march(
  { distance, solid }: BlockGrid,
  from: Vector,
  direction: Vector,
  startCm: number,
  nearEnough: (t: number) => number,
): number | undefined {
  const span = spanInBox(solid.low, solid.high, from, direction);
  if (span === undefined) return undefined;
  let t = Math.max(span[0], startCm);
  for (let step = 0; step < MOST_STEPS && t < span[1]; step++) {
    const d = distance(from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t);
    if (d < nearEnough(t)) return t;
    t += Math.max(d * CAUTION, NEAR_ENOUGH_CM);
  }
  return undefined;
}

function spanInBox(low: Vector, high: Vector, from: Vector, direction: Vector): [number, number] | undefined {
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  for (const i of [0, 1, 2] as const) {
    const a = (low[i] - from[i]) / direction[i];
    const b = (high[i] - from[i]) / direction[i];
    start = Math.max(start, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  return start < end ? [start + 1e-3, end - 1e-3] : undefined;
}

/** The outward direction of the skin, by differences over `e` cm. */
export function normalAt({ distance }: BlockGrid, [x, y, z]: Vector, e: number): Vector {
  const here = distance(x, y, z);
  return unit([distance(x + e, y, z) - here, distance(x, y + e, z) - here, distance(x, y, z + e) - here]);
}

/** 1 in the open, less in folds: how much of the light from all around reaches the point. */
export function openness({ roughDistance }: BlockGrid, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
  let shut = 0;
  let weight = 1;
  for (const reach of [0.35, 0.9, 1.8, 3.2]) {
    const d = roughDistance(x + nx * reach, y + ny * reach, z + nz * reach);
    shut += weight * Math.max(0, (reach - d) / reach);
    weight *= 0.75;
  }
  return Math.max(0, 1 - shut * 0.42);
}
