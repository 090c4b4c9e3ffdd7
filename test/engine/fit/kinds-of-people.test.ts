import { describe, expect, test } from 'vitest';
import { fitModel } from '../../../src/engine/fit/fit-model.ts';
import { type MorphableModel, REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { loadModels } from '../../support/models.ts';
import { samplePerson } from '../morphable/sample-person.ts';
import { seeded } from '../morphable/seeded.ts';
import { meanDistanceMm, photographed } from './rendered-person.ts';

const PUPILS = ['pupil_left', 'pupil_right'] as const;
const { head } = loadModels();
const others = head.others[0]!;
const onFace = (vertex: number) => (head.regions[vertex]! & REGION.face) !== 0;

function fitted(kind: MorphableModel, seed: number) {
  const shape = samplePerson(kind, seeded(seed));
  const truth = photographed(kind, shape, ['left', 'front', 'right'], PUPILS, 0.42);
  const measure = { kind: 'distance', from: PUPILS[0], to: PUPILS[1], metres: truth.span } as const;
  const as = (model: MorphableModel) => fitModel(model, truth.views, { type: 'face', measure, effort: 'fast' });
  return { truth, as };
}

describe.each([
  ['its own people', head, others],
  ['the other people of its surface', others, head],
])('a head of %s', (_, kind, wrong) => {
  const { truth, as } = fitted(kind, 12);
  const chosen = as(head);

  test('is fitted as one of them', () => {
    expect(chosen.model.mean).toBe(kind.mean);
  });

  test('and is met better than as one of the others', () => {
    const mistaken = as({ ...wrong, others: [] });
    const error = meanDistanceMm(chosen.mesh, truth.mesh, onFace);
    expect(error).toBeLessThan(2.3);
    expect(error).toBeLessThan(0.8 * meanDistanceMm(mistaken.mesh, truth.mesh, onFace));
  });
});

test('both kinds share the surface, and have eyes and noses of their own', () => {
  expect(others.mean.triangles).toEqual(head.mean.triangles);
  expect(others.regions).toBe(head.regions);
  expect(others.landmarks.pupil_left).not.toEqual(head.landmarks.pupil_left);
  expect(meanDistanceMm(others.mean, head.mean, onFace)).toBeGreaterThan(1);
});
