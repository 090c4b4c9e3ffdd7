import { expect, test } from 'vitest';
import { similarityOf, warpBy } from '../../../scripts/train/warp.ts';
import type { Vec3 } from '../../../src/engine/vector.ts';

const corners: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vec3 => [k & 1, (k >> 1) & 1, k >> 2]);
const expectNear = (at: Vec3, to: Vec3) => {
  at.forEach((value, c) => {
    expect(value).toBeCloseTo(to[c]!, 6);
  });
};

test('points that were turned, moved and scaled are found again', () => {
  const moved = ([x, y, z]: Vec3): Vec3 => [3 - 2 * y, 1 + 2 * x, 2 * z - 4];
  expectNear(similarityOf(corners, corners.map(moved))([0.3, -2, 5]), moved([0.3, -2, 5]));
});

test('a warp takes each point to its goal, and is no more than affine where the goals are', () => {
  const bent = corners.map(([x, y, z], k): Vec3 => [x + (k === 3 ? 0.2 : 0), y, z * 1.5]);
  const warp = warpBy(corners, bent);
  corners.forEach((corner, k) => {
    expectNear(warp(corner), bent[k]!);
  });
  const sheared = ([x, y, z]: Vec3): Vec3 => [x + 0.5 * y, y - 1, z * 3];
  expectNear(warpBy(corners, corners.map(sheared))([4, 5, 6]), sheared([4, 5, 6]));
});
