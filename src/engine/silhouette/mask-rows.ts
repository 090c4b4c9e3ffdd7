import { distanceOf, signedDistance } from '../image/distance-transform.ts';
import type { Mask } from '../image/plane.ts';
import { onceEach } from '../once-each.ts';

/** A run of inside pixels in one row. */
export interface PixelRun {
  from: number;
  /** One past the last. */
  to: number;
}

export function runsOf({ widthPx, inside }: Mask, y: number): PixelRun[] {
  const runs: PixelRun[] = [];
  for (let x = 0; x < widthPx; x++) {
    if (inside[y * widthPx + x] === 0) continue;
    const from = x;
    while (x < widthPx && inside[y * widthPx + x] === 1) x++;
    runs.push({ from, to: x });
  }
  return runs;
}

/** The run that contains column `x`, or the nearest one. */
export function runAt(mask: Mask, x: number, y: number): PixelRun | undefined {
  const away = (run: PixelRun) => Math.max(run.from - x, x - run.to, 0);
  return runsOf(mask, y).sort((a, b) => away(a) - away(b))[0];
}

/** The column of the body's middle: mean over the pixels deep inside. */
export function midlineColumn(mask: Mask, { values } = signedDistance(mask)): number {
  let deepest = 0;
  for (let i = 0; i < values.length; i++) deepest = Math.max(deepest, values[i]!);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < deepest * 0.7) continue;
    sum += i % mask.widthPx;
    count++;
  }
  return count === 0 ? mask.widthPx / 2 : sum / count;
}

/** The same of a finished mask, which is asked for by many: computed once. */
export const midlineOf = onceEach((mask: Mask) => midlineColumn(mask, distanceOf(mask)));

/** The first row with anything inside, and one past the last. */
export function verticalExtent({ widthPx, heightPx, inside }: Mask): { top: number; bottom: number } {
  const first = inside.indexOf(1);
  const last = inside.lastIndexOf(1);
  if (first < 0) return { top: 0, bottom: heightPx };
  return { top: Math.floor(first / widthPx), bottom: Math.floor(last / widthPx) + 1 };
}
