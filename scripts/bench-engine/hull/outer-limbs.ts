import type { Mask } from '../../../src/engine/image/plane.ts';
import { midlineColumn, type PixelRun, runsOf } from '../../../src/engine/silhouette/mask-rows.ts';
import type { Silhouette } from '../../../src/engine/silhouette/silhouette.ts';

/** Depth of an arm, and of a shoulder, over the arm's width. */
const ARM_DEPTH = 1.15;
const SHOULDER_DEPTH = 1.5;
/** Rows, as a share of the picture, that a gap beside the trunk goes on before it counts as an arm's. */
const LEAST_ARM = 0.05;

/**
 * For every pixel of a front or back picture: half the depth that the body part there may have, in px, Infinity where
 * nothing is known. Seen from the side an arm disappears in the trunk's outline, so that the hull alone makes it as
 * deep as the trunk; but an arm is about as deep as it is wide. An arm is a run of the row that is not the nearest to
 * the middle on its side; above the armpit it goes on, between its inner edge and the outline, to the shoulder.
 * Padded like the silhouette's distances.
 */
export function limbDepths({ mask, distance, marginPx }: Silhouette): Float32Array {
  const { widthPx, heightPx } = distance;
  const inverse = new Float32Array(widthPx * heightPx);
  const middle = midlineColumn(mask);
  const limbs = withShoulders(mask, middle, outerRuns(mask, middle));
  for (let y = 0; y < heightPx; y++) {
    for (const { from, to, depth } of limbs[Math.min(mask.heightPx - 1, Math.max(0, y - marginPx))]!) {
      const reach = Math.max(2, (to - from) * 0.25);
      const start = y * widthPx + marginPx;
      inverse.fill(2 / depth, start + Math.floor(from - reach), start + Math.ceil(to + reach));
    }
  }
  const radius = Math.round(heightPx / 90);
  blurAlong(inverse, widthPx, heightPx, radius);
  return inverse.map((value) => (value === 0 ? Infinity : 1 / value));
}

interface Limb extends PixelRun {
  /** Front to back. */
  depth: number;
}

/** Per row the arms: never the run that holds the middle, nor below the crotch the legs next to it. */
function outerRuns(mask: Mask, middle: number): PixelRun[][] {
  return Array.from({ length: mask.heightPx }, (_, y) => {
    const runs = runsOf(mask, y);
    const before = runs.filter(({ to }) => to <= middle);
    const after = runs.filter(({ from }) => from > middle);
    const hasMiddle = before.length + after.length < runs.length;
    return hasMiddle ? [...before, ...after] : [...before.slice(0, -1), ...after.slice(1)];
  });
}

function withShoulders(mask: Mask, middle: number, runs: readonly PixelRun[][]): Limb[][] {
  const limbs = runs.map((row) => row.map((run) => ({ ...run, depth: ARM_DEPTH * (run.to - run.from) })));
  for (const isLeft of [true, false]) {
    const onSide = (y: number) => runs[y]?.find(({ to }) => to <= middle === isLeft);
    const rows = [...runs.keys()].filter((y) => onSide(y) !== undefined);
    const armpit = rows.find((y) => onSide(y + Math.round(mask.heightPx * LEAST_ARM)) !== undefined);
    if (armpit !== undefined) raiseShoulder(mask, limbs, armpit, onSide(armpit)!, isLeft);
  }
  return limbs;
}

/** Goes up from the armpit as far as the outline still lies outside the arm's inner edge. */
function raiseShoulder(mask: Mask, limbs: Limb[][], armpit: number, arm: PixelRun, isLeft: boolean): void {
  const width = arm.to - arm.from;
  const inner = isLeft ? arm.to : arm.from;
  for (let y = armpit - 1; y >= 0; y--) {
    const outline = runsOf(mask, y);
    const edge = isLeft ? outline[0]?.from : outline.at(-1)?.to;
    if (edge === undefined || (isLeft ? edge >= inner : edge <= inner)) return;
    const up = Math.min(1, (armpit - y) / width);
    const depth = width * (ARM_DEPTH + (SHOULDER_DEPTH - ARM_DEPTH) * up);
    limbs[y]!.push(isLeft ? { from: edge, to: inner, depth } : { from: inner, to: edge, depth });
  }
}

/** Box blur down the columns, then along the rows: an arm comes out of the trunk gradually. */
function blurAlong(values: Float32Array, widthPx: number, heightPx: number, radius: number): void {
  for (let x = 0; x < widthPx; x++) blurLine(values, x, widthPx, heightPx, radius);
  for (let y = 0; y < heightPx; y++) blurLine(values, y * widthPx, 1, widthPx, radius);
}

function blurLine(values: Float32Array, start: number, step: number, count: number, radius: number): void {
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) sums[i + 1] = sums[i]! + values[start + i * step]!;
  for (let i = 0; i < count; i++) {
    const from = Math.max(0, i - radius);
    const to = Math.min(count, i + radius + 1);
    values[start + i * step] = (sums[to]! - sums[from]!) / (to - from);
  }
}

/** Middle column of the whole outline in every padded row of a picture, evened out over the rows. */
export function rowMiddles({ mask, distance, marginPx }: Silhouette): Float32Array {
  const { heightPx } = distance;
  const middles = new Float32Array(heightPx);
  let last = mask.widthPx / 2;
  for (let y = 0; y < heightPx; y++) {
    const runs = runsOf(mask, Math.min(mask.heightPx - 1, Math.max(0, y - marginPx)));
    if (runs.length > 0) last = (runs[0]!.from + runs.at(-1)!.to) / 2;
    middles[y] = last;
  }
  blurLine(middles, 0, 1, heightPx, Math.round(heightPx / 20));
  return middles;
}
