import { expect, test } from 'vitest';
import type { FieldGrid } from '../../../scripts/field/field-grid.ts';
import { smooth } from '../../../scripts/field/smooth.ts';
import { makeSolid } from '../../../scripts/field/solid.ts';
import { surfaceArea } from '../../../scripts/field/surface-area.ts';
import { surfaceNets } from '../../../scripts/field/surface-nets.ts';
import { volumeOf } from '../../../src/engine/surface/mesh.ts';
import { edgeUses, ellipsoid, meshOf, seededRandom } from '../figures.ts';

test.each([1, 2, 3, 4, 5])('any noise becomes one closed manifold (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const side = 24;
  const values = Float32Array.from({ length: side ** 3 }, (_, i) => {
    const at = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    return at.some((k) => k < 2 || k > side - 3) ? -1 : random() - 0.45;
  });
  const grid: FieldGrid = { size: [side, side, side], origin: [0, 0, 0], cell: 1, values };
  makeSolid(grid);
  const mesh = surfaceNets(grid);
  expect(mesh.triangles.length).toBeGreaterThan(3000);
  expect(edgeUses(mesh)).toEqual({ uses: [2], isConsistent: true });
  expect(edgeUses(smooth(mesh, 3))).toEqual({ uses: [2], isConsistent: true });
  expect(volumeOf(mesh)).toBeGreaterThan(0);
});

test('a ball has the volume and the area of a ball', () => {
  const mesh = meshOf(ellipsoid(0.4, 0.4, 0.4), 0.5, 0.02);
  expect(volumeOf(mesh) / ((4 / 3) * Math.PI * 0.4 ** 3)).toBeCloseTo(1, 1);
  expect(surfaceArea(mesh) / (4 * Math.PI * 0.4 ** 2)).toBeCloseTo(1, 1);
});

test('smoothing keeps the volume', () => {
  const mesh = meshOf(ellipsoid(0.2, 0.4, 0.3), 0.5, 0.02);
  expect(volumeOf(smooth(mesh, 6)) / volumeOf(mesh)).toBeCloseTo(1, 2);
});

test('small loose parts are dropped and hollows filled', () => {
  const side = 20;
  const values = new Float32Array(side ** 3).fill(-1);
  const set = (x: number, y: number, z: number, value: number) => {
    values[(z * side + y) * side + x] = value;
  };
  for (let x = 5; x < 13; x++) for (let y = 5; y < 13; y++) for (let z = 5; z < 13; z++) set(x, y, z, 1);
  set(8, 8, 8, -1);
  set(16, 16, 16, 1);
  const grid: FieldGrid = { size: [side, side, side], origin: [0, 0, 0], cell: 1, values };
  makeSolid(grid);
  const inside = grid.values.filter((value) => value > 0).length;
  expect(inside).toBe(8 ** 3);
});
