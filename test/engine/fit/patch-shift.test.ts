import { expect, test } from 'vitest';
import type { Camera } from '../../../src/engine/camera.ts';
import { patchShift } from '../../../src/engine/fit/patch-shift.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';

const SIDES = 64;
const RADIUS = 0.018;
const TIP = { vertices: [0], weights: [1] };

/** From 100 m, so that perspective hardly matters: 1 px is 1 mm. Picture x runs along world x, y down, z away. */
const camera: Camera = {
  widthPx: 400,
  heightPx: 400,
  focalPx: 100_000,
  principalPx: [200, 200],
  rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1],
  translation: [0, 0, 100],
};

/** A cone whose axis is turned from the camera towards +x; its tip is vertex 0. */
function cone(height: number, angle: number): Mesh {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const turned = (x: number, y: number, z: number) => [x * cosine + z * sine, y, z * cosine - x * sine];
  const ring = Array.from({ length: SIDES }, (_, i) => {
    const around = (2 * Math.PI * i) / SIDES;
    return turned(RADIUS * Math.cos(around), RADIUS * Math.sin(around), 0);
  });
  return {
    positions: Float64Array.from([turned(0, 0, height), ...ring].flat()),
    triangles: Uint32Array.from(ring.flatMap((_, i) => [0, i + 1, ((i + 1) % SIDES) + 1])),
  };
}

/** The cone covers what its base does, so the middle of what is seen is that of the base. */
test.each([
  [0, 0],
  [0.006, 0],
  [0.006, 0.4],
  [0.006, -0.4],
  [0.003, 0.6],
])('the tip of a cone of %d m appears over the middle of its base, turned by %d', (height, angle) => {
  const base = Math.PI * (RADIUS * 1000) ** 2 * Math.cos(angle);
  const [dx, dy] = patchShift(cone(height, angle), camera, TIP, base);
  expect(dx).toBeCloseTo(height * 1000 * Math.sin(angle), 1);
  expect(dy).toBeCloseTo(0, 1);
});

test('a smaller patch of a cone shifts by as much less as its width', () => {
  const shift = (share: number) =>
    patchShift(cone(0.006, 0.4), camera, TIP, share ** 2 * Math.PI * (RADIUS * 1000) ** 2 * Math.cos(0.4))[0];
  expect(shift(0.5) / shift(1)).toBeCloseTo(0.5, 1);
});
