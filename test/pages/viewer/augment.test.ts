import { expect, test } from 'vitest';
import { augmentation, augmentedPositions, baseWidthM, sideOf } from '../../../src/pages/viewer/measure/augment.ts';
import { roundLine } from '../../../src/pages/viewer/measure/round-line.ts';
import { type Surface, surfaceOf } from '../../../src/pages/viewer/measure/surface.ts';
import type { Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { type Patch, patchWithin } from '../../../src/pages/viewer/measure/volume.ts';
import { searchesOf } from '../../../src/pages/viewer/surface-search.ts';
import { pointAt, sheet } from './phantoms.ts';

/** A breast on a level chest, seen from above. */
const [foot, top] = [0.065, 0.045];
const chest = sheet(0.12, 0.003, (x, z) => top * Math.max(0, 1 - (x * x + z * z) / foot ** 2) ** 2);
const base = Array.from({ length: 12 }, (_, i) => {
  const [x, z] = [foot * Math.sin((i * Math.PI) / 6), foot * Math.cos((i * Math.PI) / 6)];
  return pointAt(chest, [x, 0, z], [x, 1, z]);
});
const patchOf = (surface: Surface): Patch => patchWithin(surface, roundLine(base, searchesOf(surface).findNearest))!;
const patch = patchOf(chest);
const implant = { volumeM3: 300e-6, widthM: 0.118, heightM: 0.118 };
const grown = (share: number) =>
  surfaceOf(augmentedPositions(chest, [augmentation(chest, patch, implant)!], share), chest.triangles);

test('an implant of 300 ml adds 300 ± 15 ml, measured as a surgeon does', () => {
  const added = (patchOf(grown(1)).volumeM3 - patch.volumeM3) * 1e6;
  expect(Math.abs(added - 300)).toBeLessThan(15);
});

test.each([0, 0.25, 0.5])('the slider at %d adds that share of it', (share) => {
  const added = (patchOf(grown(share)).volumeM3 - patch.volumeM3) * 1e6;
  expect(Math.abs(added - 300 * share)).toBeLessThan(15);
});

test('outside of the line nothing moves, and most moves before the middle', () => {
  const { byM, direction } = augmentation(chest, patch, implant)!;
  const awayOf = (vertex: number) => Math.hypot(chest.positions[vertex * 3]!, chest.positions[vertex * 3 + 2]!);
  byM.forEach((by, vertex) => {
    if (awayOf(vertex) > foot + 0.002) expect(by).toBe(0);
  });
  expect(awayOf(byM.indexOf(Math.max(...byM)))).toBeLessThan(0.005);
  expect(direction[1]).toBeGreaterThan(0.99);
});

test('a wider implant of the same volume stands out less', () => {
  const most = (widthM: number) =>
    Math.max(...augmentation(chest, patch, { ...implant, widthM, heightM: widthM })!.byM);
  expect(most(0.13)).toBeLessThan(most(0.1) * 0.9);
});

test('left is on the side of +X', () => {
  const shifted = (by: number) => ({ ...patch, rim: patch.rim.map(([x, y, z]) => [x + by, y, z] as const) });
  expect(sideOf(shifted(0.09))).toBe('left');
  expect(sideOf(shifted(-0.09))).toBe('right');
});

test('the base is as wide as the line is straight across, whatever its height and however it faces', () => {
  const [wide, high] = [0.118, 0.15];
  for (const yaw of [0, 0.5, -0.5]) {
    const normal: Vec3 = [Math.sin(yaw), 0, Math.cos(yaw)];
    const rim = Array.from({ length: 90 }, (_, i): Vec3 => {
      const [across, up] = [(wide / 2) * Math.cos((i * Math.PI) / 45), (high / 2) * Math.sin((i * Math.PI) / 45)];
      // The chest is round: the sides of the line lie further back.
      const back = -(across ** 2);
      return [across * Math.cos(yaw) + back * Math.sin(yaw), 1.2 + up, back * Math.cos(yaw) - across * Math.sin(yaw)];
    });
    expect(baseWidthM({ ...patch, rim, normal })).toBeCloseTo(wide, 6);
  }
});
