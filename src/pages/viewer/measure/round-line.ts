import type { FindNearest } from './nearest.ts';
import type { SurfacePoint } from './surface.ts';
import { plus, times, type Vec3 } from './vector.ts';

/** Points of the line between two that were given. */
const BETWEEN = 4;

/** A closed line that is round where straight pieces would cut corners: more points on the surface, between the given. */
export function roundLine(points: readonly SurfacePoint[], findNearest: FindNearest): SurfacePoint[] {
  return points.flatMap((point, i) => {
    const at = (step: number) => points[(i + step + points.length) % points.length]!.place;
    const more = Array.from({ length: BETWEEN - 1 }, (_, k) => {
      const { place, triangle } = findNearest(onSpline([at(-1), at(0), at(1), at(2)], (k + 1) / BETWEEN));
      return { place, triangle };
    });
    return [point, ...more];
  });
}

/** Between the second and the third of four places, by Catmull and Rom. */
function onSpline(places: readonly [Vec3, Vec3, Vec3, Vec3], t: number): Vec3 {
  const weights = [
    -t / 2 + t * t - (t * t * t) / 2,
    1 - (5 * t * t) / 2 + (3 * t * t * t) / 2,
    t / 2 + 2 * t * t - (3 * t * t * t) / 2,
    (-t * t) / 2 + (t * t * t) / 2,
  ];
  return places.reduce<Vec3>((sum, place, i) => plus(sum, times(place, weights[i]!)), [0, 0, 0]);
}
