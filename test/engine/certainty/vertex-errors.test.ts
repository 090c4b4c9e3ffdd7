import { expect, test } from 'vitest';
import { LEARNED } from '../../../src/engine/certainty/learned.ts';
import { vertexErrors } from '../../../src/engine/certainty/vertex-errors.ts';
import { finishedSurface } from '../../../src/engine/morphable/finished-surface.ts';
import { loadModels } from '../../support/models.ts';

const model = loadModels().torso;
const surface = finishedSurface(model, model.mean);
const count = surface.mesh.positions.length / 3;
const expected = { torso_front: { mm: 2, likely: 1 } };

test('each vertex may be further off than its part in the mean, and more where no photo shows it', () => {
  const shown = vertexErrors('mammo', surface, expected, new Float32Array(count).fill(1));
  const hidden = vertexErrors('mammo', surface, expected, new Float32Array(count));
  const { seen, unseen } = LEARNED.mammo.places.rest!;
  for (let v = 0; v < count; v++) {
    expect(shown[v]).toBeGreaterThan(1.999);
    expect(hidden[v]).toBeGreaterThanOrEqual(shown[v]!);
    expect(hidden[v]).toBeLessThan(200);
  }
  expect(unseen).toBeGreaterThanOrEqual(seen);
});

test('they grow with what is expected of the part', () => {
  const seen = new Float32Array(count).fill(1);
  const twice = vertexErrors('mammo', surface, { torso_front: { mm: 4, likely: 2 } }, seen);
  const once = vertexErrors('mammo', surface, expected, seen);
  for (let v = 0; v < count; v += 97) expect(twice[v]! / once[v]!).toBeCloseTo(2, 4);
});
