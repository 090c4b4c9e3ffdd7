import { describe, expect, test } from 'vitest';
import { angleAt } from '../../../src/pages/viewer/measure/angle.ts';
import { girthAt } from '../../../src/pages/viewer/measure/girth.ts';
import { roundLine } from '../../../src/pages/viewer/measure/round-line.ts';
import { shortestPath } from '../../../src/pages/viewer/measure/shortest-path.ts';
import { type Surface, type SurfacePoint, surfaceOf } from '../../../src/pages/viewer/measure/surface.ts';
import type { Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { patchWithin } from '../../../src/pages/viewer/measure/volume.ts';
import { searchesOf } from '../../../src/pages/viewer/surface-search.ts';
import { box, pointAt, sheet, sphere } from './phantoms.ts';

const R = 0.1;
const ball = sphere(R, 5);
const brick = box([0.2, 0.1, 0.06], 0.005);

const onBall = (latitude: number, longitude: number): Vec3 => {
  const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [R * Math.cos(a) * Math.sin(b), R * Math.sin(a), R * Math.cos(a) * Math.cos(b)];
};
const along = (surface: Surface, from: Vec3, to: Vec3) =>
  shortestPath(surface, pointAt(surface, from), pointAt(surface, to))!.lengthM * 1000;
/** Share by which `found` is off. */
const off = (found: number, truth: number) => Math.abs(found / truth - 1);

describe('distance along the surface', () => {
  test.each([
    [onBall(10, 0), onBall(10, 7)],
    [onBall(0, 3), onBall(0, 93)],
    [onBall(50, -40), onBall(-35, 60)],
    [onBall(-20, 100), onBall(75, -10)],
  ])('on a ball it is the great circle, within 0.5 mm: %j to %j', (from, to) => {
    const cosine = from.reduce((sum, value, c) => sum + value * to[c]!, 0) / R ** 2;
    expect(Math.abs(along(ball, from, to) - Math.acos(cosine) * R * 1000)).toBeLessThan(0.5);
  });

  test.each<[Vec3, Vec3, number]>([
    // Over one edge of the box, laid flat: across and the two ways to the edge.
    [[0.03, 0.05, 0.012], [-0.041, 0.021, 0.03], Math.hypot(71, 18 + 29)],
    [[0.013, 0.05, -0.02], [0.1, 0.02, 0.01], Math.hypot(87 + 30, 30)],
    [[-0.07, 0.017, 0.03], [0.06, -0.033, 0.03], Math.hypot(130, 50)],
  ])('on a box it is straight over the edge, within 0.5 mm: %j to %j', (from, to, truthMm) => {
    expect(Math.abs(along(brick, from, to) - truthMm)).toBeLessThan(0.5);
  });

  test('it is the same both ways, and never shorter than straight', () => {
    const [a, b] = [onBall(33, 5), onBall(-12, 80)];
    expect(along(ball, a, b)).toBeCloseTo(along(ball, b, a), 2);
    expect(along(ball, a, b)).toBeGreaterThan(Math.hypot(...a.map((value, c) => value - b[c]!)) * 1000);
  });

  test('between two parts that do not touch there is none', () => {
    const other = sphere(R, 2);
    const both = surfaceOf(
      Float32Array.from([...ball.positions, ...other.positions.map((value, i) => (i % 3 === 0 ? value + 1 : value))]),
      [...ball.triangles, ...other.triangles.map((vertex) => vertex + ball.positions.length / 3)],
    );
    const there = pointAt(both, [1, 0, R]);
    expect(shortestPath(both, pointAt(both, onBall(0, 0)), there)).toBeUndefined();
  });
});

describe('girth', () => {
  test.each([0, 0.031, -0.08])('of a ball at height %d, within 0.5 %%', (height) => {
    const girth = girthAt(ball, [0, height, Math.sqrt(R ** 2 - height ** 2)])!;
    const truth = 2 * Math.PI * Math.sqrt(R ** 2 - height ** 2);
    expect(girth.curve.isClosed).toBe(true);
    expect(off(girth.tapeM, truth)).toBeLessThan(0.005);
    expect(off(girth.alongM, truth)).toBeLessThan(0.005);
  });

  test('of a box, within 0.5 %', () => {
    const girth = girthAt(brick, [0.1, 0.0123, 0])!;
    expect(off(girth.tapeM, 0.52)).toBeLessThan(0.005);
    expect(off(girth.alongM, 0.52)).toBeLessThan(0.005);
  });

  test('a tape lies straight over a hollow', () => {
    const dented = Float32Array.from(brick.positions);
    // The front of the box goes in by 40 mm in its middle.
    for (let i = 0; i < dented.length; i += 3) {
      if (dented[i + 2]! > 0.029) dented[i + 2] = 0.03 - 0.04 * Math.max(0, 1 - Math.abs(dented[i]!) / 0.05);
    }
    const girth = girthAt(surfaceOf(dented, brick.triangles), [0.1, 0.0123, 0])!;
    expect(off(girth.tapeM, 0.52)).toBeLessThan(0.005);
    expect(off(girth.alongM, 0.42 + 2 * Math.hypot(0.05, 0.04))).toBeLessThan(0.005);
  });

  test('of two parts at one height it is that of the touched one', () => {
    const two = surfaceOf(
      Float32Array.from([...ball.positions, ...brick.positions.map((value, i) => (i % 3 === 0 ? value + 0.5 : value))]),
      [...ball.triangles, ...brick.triangles.map((vertex) => vertex + ball.positions.length / 3)],
    );
    expect(off(girthAt(two, [0.6, 0.01, 0])!.tapeM, 0.52)).toBeLessThan(0.005);
  });

  test('where the surface is open the curve says so, and above it there is none', () => {
    const open = sheet(0.1, 0.01, (x) => x / 2);
    expect(girthAt(open, [0.02, 0.013, 0])!.curve.isClosed).toBe(false);
    expect(girthAt(ball, [0, 0.3, 0])).toBeUndefined();
  });
});

test.each<[Vec3, Vec3, number]>([
  [[1, 0, 0], [0, 2, 0], 90],
  [[1, 0, 0], [1, Math.sqrt(3), 0], 60],
  [[1, 0, 0], [-3, 0, 0], 180],
  [[0.01, 0, 0], [0.01, 0.0001, 0], 0.573],
])('the angle between %j and %j is %d°', (one, other, truth) => {
  expect(Math.abs(angleAt([0, 0, 0], one, other) - truth)).toBeLessThan(0.5);
});

describe('volume above the base', () => {
  /** Clicks on a ring, seen from `eye`, and the patch that the viewer makes of them. */
  const ring = (surface: Surface, count: number, at: (angle: number) => Vec3, eye?: Vec3) =>
    Array.from({ length: count }, (_, i) => {
      const place = at((i * 2 * Math.PI) / count + 0.1);
      return pointAt(surface, place, eye && [place[0] + eye[0], place[1] + eye[1], place[2] + eye[2]]);
    });
  const clicked = (surface: Surface, points: readonly SurfacePoint[]) =>
    patchWithin(surface, roundLine(points, searchesOf(surface).findNearest));

  test.each([12, 16])('of a cap of a ball, clicked at %d points, within 1 %%', (count) => {
    const height = 0.04;
    const level = R - height;
    const radius = Math.sqrt(R ** 2 - level ** 2);
    const patch = clicked(
      ball,
      ring(ball, count, (angle) => [radius * Math.sin(angle), radius * Math.cos(angle), level]),
    )!;
    expect(off(patch.volumeM3, (Math.PI * height ** 2 * (3 * R - height)) / 3)).toBeLessThan(0.01);
    expect(off(patch.areaM2, 2 * Math.PI * R * height)).toBeLessThan(0.01);
  });

  test('of half a ball, clicked at four points of a great circle, either way round, within 1 %', () => {
    const points = ring(ball, 4, (angle) => [R * Math.sin(angle), R * Math.cos(angle), 0]);
    for (const one of [points, [...points].reverse()]) {
      expect(off(patchWithin(ball, one)!.volumeM3, (2 / 3) * Math.PI * R ** 3)).toBeLessThan(0.01);
    }
  });

  test('of a hill on a sheet, clicked at twelve points of its foot, within 1 %', () => {
    const [foot, top] = [0.06, 0.05];
    const hill = sheet(0.12, 0.002, (x, z) => top * Math.max(0, 1 - (x * x + z * z) / foot ** 2) ** 2);
    const patch = clicked(
      hill,
      ring(hill, 12, (angle) => [foot * Math.sin(angle), 0, foot * Math.cos(angle)], [0, 1, 0]),
    )!;
    expect(off(patch.volumeM3, (Math.PI * foot ** 2 * top) / 3)).toBeLessThan(0.01);
  });

  test('a dent has a negative volume, and a line that encloses nothing has none', () => {
    const dent = sheet(0.15, 0.005, (x, z) => -0.05 * Math.max(0, 1 - (x * x + z * z) / 0.06 ** 2));
    const patch = clicked(
      dent,
      ring(dent, 12, (angle) => [0.06 * Math.sin(angle), 0, 0.06 * Math.cos(angle)], [0, 1, 0]),
    )!;
    expect(patch.volumeM3).toBeLessThan(0);
    const [a, b] = ring(ball, 4, (angle) => [R * Math.sin(angle), R * Math.cos(angle), 0]);
    expect(patchWithin(ball, [a!, b!])).toBeUndefined();
    expect(patchWithin(ball, [a!, a!, a!])).toBeUndefined();
  });
});

test('a model that is 1.25 times as large has lengths of 1.25, areas of 1.56 and volumes of 1.95 times', () => {
  const large = surfaceOf(
    ball.positions.map((value) => value * 1.25),
    ball.triangles,
  );
  const points = [0, 1, 2, 3, 4, 5].map((i) => onBall(20, i * 60));
  const [small, big] = [
    patchWithin(
      ball,
      points.map((one) => pointAt(ball, one)),
    )!,
    patchWithin(
      large,
      points.map((one) => pointAt(large, one.map((value) => value * 1.25) as never)),
    )!,
  ];
  expect(big.areaM2 / small.areaM2).toBeCloseTo(1.25 ** 2, 3);
  expect(big.volumeM3 / small.volumeM3).toBeCloseTo(1.25 ** 3, 3);
});
