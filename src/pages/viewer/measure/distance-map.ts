import type { FindNearest, Nearest } from './nearest.ts';
import { moved, type Rigid } from './rigid.ts';
import { dot, minus, type Vec3 } from './vector.ts';

/**
 * How far each place lies from the other surface once it is moved there, mm: positive outside of it, negative inside. NaN
 * where the other one ends, as how far it would be there is not known, and where it is not to be compared.
 */
export function distancesMm(
  places: readonly Vec3[],
  motion: Rigid,
  findNearest: FindNearest,
  isCompared: (place: number, there: Nearest) => boolean,
): Float32Array {
  return Float32Array.from(places, (place, i) => {
    const here = moved(motion, place);
    const there = findNearest(here);
    if (there.isInRim || !isCompared(i, there)) return Number.NaN;
    const away = minus(here, there.place);
    return Math.hypot(...away) * 1000 * (dot(away, there.normal) < 0 ? -1 : 1);
  });
}

/** The share of a sorted list at which its value is asked: 0.5 is the median. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
