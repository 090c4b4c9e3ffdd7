import { cross, dot, lengthOf, minus, type Vec3 } from './vector.ts';

/** The angle at `at` between the ways to two other places, degrees. */
export function angleAt(at: Vec3, one: Vec3, other: Vec3): number {
  const [a, b] = [minus(one, at), minus(other, at)];
  return (Math.atan2(lengthOf(cross(a, b)), dot(a, b)) * 180) / Math.PI;
}
