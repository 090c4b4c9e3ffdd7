import { cornersOf, type SurfacePoint, type Triangles } from './surface.ts';
import { cross, lengthOf, minus, plus, times, type Vec3 } from './vector.ts';

/** How much of a place in a triangle is of each corner: 1 at the corner itself, 0 on the edge across. */
export function sharesAt(shape: Triangles, triangle: number, place: Vec3): Vec3 {
  const corners = cornersOf(shape, triangle);
  const across = (a: Vec3, b: Vec3) => lengthOf(cross(minus(a, place), minus(b, place)));
  const shares: Vec3 = [across(corners[1], corners[2]), across(corners[2], corners[0]), across(corners[0], corners[1])];
  return times(shares, 1 / (shares[0] + shares[1] + shares[2] || 1));
}

/** Where a point of a surface lies once its vertices are elsewhere. */
export function movedPlace({ place, triangle }: SurfacePoint, from: Triangles, to: Triangles): Vec3 {
  const shares = sharesAt(from, triangle, place);
  return cornersOf(to, triangle)
    .map((corner, k) => times(corner, shares[k]!))
    .reduce(plus);
}
