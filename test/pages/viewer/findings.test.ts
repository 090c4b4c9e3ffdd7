import { describe, expect, test } from 'vitest';
import { findingOf, type Kind } from '../../../src/pages/viewer/findings.ts';
import { roundLine } from '../../../src/pages/viewer/measure/round-line.ts';
import type { Surface, SurfacePoint } from '../../../src/pages/viewer/measure/surface.ts';
import type { Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { patchWithin } from '../../../src/pages/viewer/measure/volume.ts';
import { searchesOf } from '../../../src/pages/viewer/surface-search.ts';
import { box, pointAt, sphere } from './phantoms.ts';

const brick = box([0.2, 0.1, 0.06], 0.005);
const measured = (surface: Surface) => ({ surface, ...searchesOf(surface) });
const lines = (kind: Kind, points: readonly SurfacePoint[], errorAt?: (vertex: number) => number, surface = brick) =>
  findingOf(kind, measured(surface), points, errorAt).lines;
const onBrick = (...places: Vec3[]) => places.map((place) => pointAt(brick, place));

test('a straight distance through a box is its own, within 0.5 mm', () => {
  const [line] = lines('distance', onBrick([0.1, 0.021, 0.011], [-0.1, -0.033, 0.02]));
  const truth = Math.hypot(200, 54, 9);
  expect(Math.abs(Number(/^[\d.]+/.exec(line!)![0]) - truth)).toBeLessThan(0.5);
  expect(line).toMatch(/^\d+\.\d mm straight$/);
});

test('a box that stands out of a line round its middle has half of its volume, within 1 %', () => {
  const points = onBrick([0.1, 0.001, 0.03], [-0.1, 0.001, 0.03], [-0.1, 0.001, -0.03], [0.1, 0.001, -0.03]);
  const { volumeM3, areaM2 } = patchWithin(brick, points)!;
  const [upper, skin] = [0.2 * 0.06 * 0.049, 0.2 * 0.06 + 2 * 0.049 * 0.26];
  expect(Math.abs(volumeM3 / upper - 1)).toBeLessThan(0.01);
  expect(Math.abs(areaM2 / skin - 1)).toBeLessThan(0.01);
});

test('a distance along the surface did not say that it is the shortest way, which may miss the tip', () => {
  const [right, left] = onBrick([-0.1, 0.02, 0.01], [0.1, 0.02, 0.01]) as [SurfacePoint, SurfacePoint];
  expect(lines('distance', [right, left], undefined)[2]).toBe(
    'by the shortest way, which may lead round a tip and not over it',
  );
});

describe('± with errors of 3 mm right of the middle and 4 mm left of it', () => {
  const errorAt = (vertex: number) => (brick.positions[vertex * 3]! < 0 ? 3 : 4);
  const [right, left, front] = onBrick([-0.1, 0.02, 0.01], [0.1, 0.02, 0.01], [0.06, 0.02, 0.03]) as [
    SurfacePoint,
    SurfacePoint,
    SurfacePoint,
  ];

  test('of a distance is both ends together: √(3² + 4²) = 5', () => {
    expect(lines('distance', [right, left], errorAt)[0]).toBe('200.0 ± 5.0 mm straight');
    expect(lines('distance', [right, left], errorAt)[1]).toMatch(/^\d+\.\d ± 5\.0 mm along the surface$/);
  });

  test('of a girth is as if the ring were too wide by 4 mm all round: 2π · 4 = 25.1', () => {
    expect(lines('girth', [front], errorAt)).toEqual([
      '520.0 ± 25.1 mm as a tape lies',
      '520.0 ± 25.1 mm along the surface',
    ]);
  });

  test('of an angle is both arms together, each its ends’ errors by its length', () => {
    const [one, at, other] = onBrick([0.1, 0.02, 0.01], [0.02, 0.02, 0.03], [0.1, -0.04, 0.01]) as [
      SurfacePoint,
      SurfacePoint,
      SurfacePoint,
    ];
    const arm = (point: SurfacePoint) =>
      Math.hypot(4, 4) / (Math.hypot(...point.place.map((value, c) => value - at.place[c]!)) * 1000);
    const doubt = (Math.hypot(arm(one), arm(other)) * 180) / Math.PI;
    expect(lines('angle', [one, at, other], errorAt)[0]).toMatch(
      new RegExp(`^\\d+\\.\\d ± ${doubt.toFixed(1).replace('.', '\\.')}° at the second point$`),
    );
  });

  test('is not told where the file does not tell the errors', () => {
    expect(lines('distance', [right, left]).join()).not.toContain('±');
    expect(lines('girth', [front]).join()).not.toContain('±');
  });
});

test('± of a volume is its skin, off by the mean error to one side', () => {
  const ball = sphere(0.1, 4);
  const points = Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6;
    return pointAt(ball, [0.08 * Math.cos(angle), 0.08 * Math.sin(angle), 0.06]);
  });
  const { volumeM3, areaM2 } = patchWithin(ball, roundLine(points, searchesOf(ball).findNearest))!;
  const [volume, skin] = lines('volume', points, () => 2, ball);
  expect(volume).toBe(`${(volumeM3 * 1e6).toFixed(0)} ± ${(areaM2 * 1e6 * 0.002).toFixed(0)} cm³ above its base`);
  expect(skin).toBe(`${(areaM2 * 1e4).toFixed(0)} cm² of skin`);
});
