import { expect, test } from 'vitest';
import type { FitResult } from '../../../src/engine/fit/fit-types.ts';
import { unusualSize } from '../../../src/engine/measure/unusual-size.ts';
import { positionsOf } from '../../../src/engine/morphable/pose.ts';
import { loadModels } from '../../support/models.ts';
import { samplePerson } from '../morphable/sample-person.ts';
import { seeded } from '../morphable/seeded.ts';

const { head, torso, body } = loadModels();
const fitOf = (positions: Float64Array, { logSize = 0, scaleStep = 1 } = {}) =>
  ({ modelMesh: { positions, triangles: head.mean.triangles }, state: { logSize }, scaleStep }) as unknown as FitResult;

test.each([
  ['face', head],
  ['mammo', torso],
] as const)('sizes of sampled people (%s) are spread as standard deviations are', (type, model) => {
  const random = seeded(5);
  const sizes = Array.from({ length: 60 }, () =>
    unusualSize(type, model, fitOf(positionsOf(model, samplePerson(model, random)))),
  );
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const spread = Math.sqrt(sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length);
  expect(Math.abs(mean)).toBeLessThan(0.4);
  expect(spread).toBeGreaterThan(0.75);
  expect(spread).toBeLessThan(1.25);
});

test('a head a third too large is unusual, the mean one is not', () => {
  const { positions } = head.mean;
  expect(unusualSize('face', head, fitOf(positions))).toBeCloseTo(0, 5);
  expect(unusualSize('face', head, fitOf(positions.map((v) => v * 1.33)))).toBeGreaterThan(2.3);
});

test('a body is compared with what its shape suggests', () => {
  const { positions } = body.mean;
  expect(unusualSize('body', body, fitOf(positions, { logSize: 0.01, scaleStep: 1.06 }))).toBeLessThan(1.2);
  expect(unusualSize('body', body, fitOf(positions, { logSize: 0.01, scaleStep: 1.06 * 1.15 }))).toBeGreaterThan(2.1);
});
