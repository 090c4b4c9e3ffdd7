import { expect, test } from 'vitest';
import { differenceFrom, mirrorOf } from '../../../src/pages/viewer/comparison.ts';
import { after, moved, rigidOf } from '../../../src/pages/viewer/measure/rigid.ts';
import { type Surface, surfaceOf } from '../../../src/pages/viewer/measure/surface.ts';
import type { Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { searchesOf } from '../../../src/pages/viewer/surface-search.ts';
import { sphere } from './phantoms.ts';

/** A body that looks alike from nowhere: an egg with two hills in front, the left one higher. */
function trunk(leftHill: number, rightHill: number): Surface {
  const ball = sphere(1, 5);
  const hill = (x: number, y: number, top: number, at: Vec3) =>
    top * Math.max(0, 1 - ((at[0] - x) ** 2 + (at[1] - y) ** 2) / 0.07 ** 2) * (at[2] > 0 ? 1 : 0);
  const positions = new Float32Array(ball.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const at: Vec3 = [ball.positions[i]! * 0.17, ball.positions[i + 1]! * 0.3, ball.positions[i + 2]! * 0.11];
    const bulge = 1 + at[1] / 2;
    positions.set(
      [at[0] * bulge, at[1], at[2] * bulge + hill(0.08, 0.02, leftHill, at) + hill(-0.08, 0.02, rightHill, at)],
      i,
    );
  }
  return surfaceOf(positions, ball.triangles);
}

const movedBy = (surface: Surface, turn: Vec3, shift: Vec3): Surface => {
  const motion = after(rigidOf([0, 0, 0], shift), rigidOf(turn, [0, 0, 0]));
  const positions = new Float32Array(surface.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(moved(motion, [surface.positions[i]!, surface.positions[i + 1]!, surface.positions[i + 2]!]), i);
  }
  return surfaceOf(positions, surface.triangles);
};

const before = trunk(0.03, 0.03);
const findBefore = searchesOf(before).findNearest;

test.each<[Vec3, Vec3]>([
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [0.05, -0.08, 0.04],
    [0.012, -0.02, 0.008],
  ],
  [
    [-0.12, 0.1, 0.02],
    [-0.03, 0.01, 0.025],
  ],
])('a model against itself, turned by %j and shifted by %j, differs by 0 ± 0.2 mm', (turn, shift) => {
  const found = differenceFrom(movedBy(before, turn, shift), findBefore)!;
  expect(Math.max(...found.mm.map(Math.abs))).toBeLessThan(0.2);
});

test('a breast that grew by 15 mm is seen where it is, and nothing else moves', () => {
  const later = movedBy(trunk(0.045, 0.03), [0.04, 0.02, -0.03], [0.01, 0.015, -0.01]);
  const { mm } = differenceFrom(later, findBefore)!;
  expect(Math.max(...mm)).toBeGreaterThan(12);
  expect(Math.max(...mm)).toBeLessThan(16);
  const unchanged = mm.filter((_, i) => before.positions[i * 3]! < 0);
  expect(unchanged.length).toBeGreaterThan(mm.length / 3);
  expect(Math.max(...unchanged.map(Math.abs))).toBeLessThan(0.3);
});

test('what is less is negative', () => {
  const { mm } = differenceFrom(trunk(0.02, 0.03), findBefore)!;
  expect(Math.min(...mm)).toBeLessThan(-7);
  expect(Math.max(...mm)).toBeLessThan(0.3);
});

test('left against right: none where both are alike, and the higher side stands out', () => {
  const sides = (surface: Surface) => differenceFrom(surface, searchesOf(mirrorOf(surface)).findNearest)!.mm;
  expect(Math.max(...sides(before).map(Math.abs))).toBeLessThan(0.5);
  const uneven = trunk(0.04, 0.03);
  const mm = sides(uneven);
  const highest = mm.indexOf(Math.max(...mm));
  expect(uneven.positions[highest * 3]).toBeGreaterThan(0.04);
  expect(mm[highest]).toBeGreaterThan(6);
});

/** What of it lies above a height, with an open edge there. */
function above(surface: Surface, lowest: number): Surface {
  const { positions, triangles } = surface;
  const isIn = (t: number) => [0, 1, 2].every((k) => positions[triangles[t * 3 + k]! * 3 + 1]! > lowest);
  const kept = triangles.filter((_, i) => isIn(Math.floor(i / 3)));
  const order = [...new Set(kept)];
  const places = new Map(order.map((vertex, i) => [vertex, i]));
  return surfaceOf(
    Float32Array.from(order.flatMap((vertex) => [...positions.slice(vertex * 3, vertex * 3 + 3)])),
    kept.map((vertex) => places.get(vertex)!),
  );
}

test('what reaches 8 cm lower than the other one has not changed there: it is in one of them only', () => {
  const [cropped, lower] = [above(before, -0.1), above(before, -0.18)];
  const found = differenceFrom(
    movedBy(lower, [0.05, -0.04, 0.03], [0.01, 0.005, -0.01]),
    searchesOf(cropped).findNearest,
  )!;
  expect(found.mostMm).toBeLessThan(0.2);
  const isBeyond = (i: number) => lower.positions[i * 3 + 1]! < -0.12;
  expect(found.mm.filter((_, i) => isBeyond(i)).length).toBeGreaterThan(50);
  expect(found.mm.every((mm, i) => Number.isNaN(mm) || !isBeyond(i))).toBe(true);
  const inBoth = found.mm.filter((_, i) => lower.positions[i * 3 + 1]! > -0.08);
  expect(Math.max(...inBoth.map(Math.abs))).toBeLessThan(0.3);
  expect(differenceFrom(cropped, searchesOf(lower).findNearest)!.mostMm).toBeLessThan(0.2);
});

test('left against right: what one side alone has is in no figure', () => {
  const { positions, triangles } = before;
  const isCut = (t: number) => {
    const [x, y] = [0, 1].map((c) => positions[triangles[t * 3]! * 3 + c]!) as [number, number];
    return x > 0.05 && y < -0.05;
  };
  const surface = surfaceOf(
    positions,
    triangles.filter((_, i) => !isCut(Math.floor(i / 3))),
  );
  const { mm, mostMm } = differenceFrom(surface, searchesOf(mirrorOf(surface)).findNearest)!;
  expect(mostMm).toBeLessThan(0.5);
  expect(mm.some(Number.isNaN)).toBe(true);
});

test('what lies beside the end of either surface, which no two models have at one place, is not compared', () => {
  const cropped = above(before, -0.1);
  // Its end is bent outwards by 30 mm.
  const lowest = Math.min(...cropped.positions.filter((_, i) => i % 3 === 1));
  const bent = surfaceOf(
    cropped.positions.map((value, i) => {
      const height = cropped.positions[i - (i % 3) + 1]! - lowest;
      return i % 3 === 1 || height > 0.004 ? value : value * 1.2;
    }),
    cropped.triangles,
  );
  const { mm, mostMm, nearlyAllMm } = differenceFrom(bent, findBefore)!;
  expect(nearlyAllMm).toBeLessThan(0.5);
  expect(mostMm).toBeLessThanOrEqual(nearlyAllMm);
  const isBeside = (i: number) => bent.positions[i * 3 + 1]! < lowest + 0.004;
  expect(mm.filter((_, i) => isBeside(i)).length).toBeGreaterThan(20);
  expect(mm.every((one, i) => Number.isNaN(one) || !isBeside(i))).toBe(true);
});

test('what the caller does not compare is in no figure', () => {
  const later = trunk(0.045, 0.03);
  const isRight = (vertex: number) => later.positions[vertex * 3]! < 0;
  const { mm, mostMm } = differenceFrom(later, findBefore, isRight)!;
  expect(mostMm).toBeLessThan(0.3);
  expect(mm.every((one, i) => Number.isNaN(one) === !isRight(i))).toBe(true);
  expect(differenceFrom(later, findBefore, () => false)).toBeUndefined();
});

test('two that are no models of one part are not compared', () => {
  expect(differenceFrom(sphere(0.04, 3), findBefore)).toBeUndefined();
  expect(differenceFrom(movedBy(before, [0, 1.4, 0], [0, 0, 0]), findBefore)).toBeUndefined();
});
