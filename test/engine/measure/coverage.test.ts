import { expect, test } from 'vitest';
import { coverageOf } from '../../../src/engine/measure/coverage.ts';
import { finishedSurface } from '../../../src/engine/morphable/finished-surface.ts';
import { volumeOf } from '../../../src/engine/surface/mesh.ts';
import { loadModels } from '../../support/models.ts';

const { torso, head, body } = loadModels();
const surface = finishedSurface(torso, torso.mean);
const { positions } = surface.mesh;
const weightsWhere = (counts: (x: number, z: number) => number) =>
  Float32Array.from({ length: positions.length / 3 }, (_, v) => counts(positions[v * 3]!, positions[v * 3 + 2]!));

test('what photos and nobody show makes the whole surface', () => {
  const { byView, unseen } = coverageOf(surface, [
    weightsWhere((x) => (x > 0 ? 1 : 0)),
    weightsWhere((x) => (x > 0 ? 3 : 0)),
    weightsWhere((x) => (x > 0 ? 0 : 1e-9)),
  ]);
  expect(byView.reduce((sum, share) => sum + share, unseen)).toBeCloseTo(1, 5);
  // Half a trunk: a quarter of it from the first photo, three quarters from the second.
  expect(byView[0]).toBeCloseTo(0.125, 2);
  expect(byView[1]).toBeCloseTo(0.375, 2);
  expect(byView[2]).toBeLessThan(0.001);
  expect(unseen).toBeCloseTo(0.5, 2);
});

test('parts that nobody saw are named, and each vertex knows', () => {
  const { parts, seen } = coverageOf(surface, [weightsWhere((_, z) => (z > 0.05 ? 1 : 0))]);
  expect(parts.breast_left).toBeLessThan(0.02);
  expect(parts.torso_back).toBeGreaterThan(0.95);
  expect(parts).not.toHaveProperty('face');
  seen.forEach((share, v) => {
    expect(share).toBeCloseTo(positions[v * 3 + 2]! > 0.05 ? 1 : 0, 3);
  });
});

test.each([
  ['a trunk', torso],
  ['a head', head],
  ['a body', body],
] as const)('%s is closed with caps that are no part of it', (_, model) => {
  const { mesh, regions, isCap } = finishedSurface(model, model.mean);
  expect(regions).toHaveLength(mesh.triangles.length / 3);
  expect(isCap).toHaveLength(regions.length);
  expect(volumeOf(mesh)).toBeGreaterThan(0);
  const caps = [...isCap.keys()].filter((t) => isCap[t] === 1);
  expect(caps.length > 0).toBe(model !== body);
  for (const t of caps) expect(regions[t]).toBe(0);
});
