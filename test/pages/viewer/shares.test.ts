import { expect, test } from 'vitest';
import { movedPlace, sharesAt } from '../../../src/pages/viewer/measure/shares.ts';
import { placeOf } from '../../../src/pages/viewer/measure/surface.ts';
import type { Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { pointAt, sphere } from './phantoms.ts';

const ball = sphere(0.1, 2);

test('a point goes where its triangle goes, and back to where it was', () => {
  // Twice as high, and moved.
  const moved = { ...ball, positions: ball.positions.map((value, i) => (i % 3 === 1 ? value * 2 : value) + 0.3) };
  for (const way of [
    [0.02, 0.03, 0.1],
    [-0.1, 0.01, 0.02],
    [0.01, -0.1, -0.05],
  ] as Vec3[]) {
    const point = pointAt(ball, way);
    const place = movedPlace(point, ball, moved);
    const [x, y, z] = point.place;
    for (const [c, value] of [x + 0.3, y * 2 + 0.3, z + 0.3].entries()) expect(place[c]).toBeCloseTo(value, 6);
    const back = movedPlace({ ...point, place }, moved, ball);
    for (const [c, value] of point.place.entries()) expect(back[c]).toBeCloseTo(value, 6);
  }
});

test('at a corner a place is of that corner alone', () => {
  const corner = placeOf(ball, ball.triangles[5]!);
  expect(sharesAt(ball, 1, corner).map((share) => Math.round(share * 1e6) / 1e6)).toEqual([0, 0, 1]);
});
