import { describe, expect, test } from 'vitest';
import { cutBorders } from '../../../scripts/bench-engine/hull/wide-silhouette.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import { fitModel } from '../../../src/engine/fit/fit-model.ts';
import { intersectionOverUnion } from '../../../src/engine/image/plane.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { renderMask } from '../../../src/engine/render/rasterize.ts';
import { loadModels } from '../../support/models.ts';
import { meanDistanceMm, photographed } from './rendered-person.ts';

const VIEWS: readonly View[] = ['left', 'front', 'right'];
const NIPPLES = ['nipple_left', 'nipple_right'] as const;
const { torso } = loadModels();
const onFront = (vertex: number) => (torso.regions[vertex]! & REGION.torsoFront) !== 0;

const person = (...coefficients: number[]) => Float64Array.from(torso.modes, (_, k) => coefficients[k] ?? 0);

function fitted(shownM?: number) {
  const truth = photographed(torso, person(0.8, -1.2, 0.9, 1, -0.7, 0.8, -0.5, 0.6), VIEWS, NIPPLES, shownM);
  const measure = { kind: 'distance', from: NIPPLES[0], to: NIPPLES[1], metres: truth.span } as const;
  return { truth, result: fitModel(torso, truth.views, { type: 'mammo', measure, effort: 'fast' }) };
}

describe('a trunk of the model, photographed from three sides', () => {
  const { truth, result } = fitted();

  test('is found again to 6 mm, where the mean person is far off', () => {
    const mean = meanDistanceMm(torso.mean, truth.mesh, onFront);
    expect(mean).toBeGreaterThan(8);
    expect(meanDistanceMm(result.mesh, truth.mesh, onFront)).toBeLessThan(6);
    expect(meanDistanceMm(result.modelMesh, truth.mesh, onFront)).toBeLessThan(6);
  });

  test('fills its silhouettes, and says how well', () => {
    truth.views.forEach(({ silhouette }, i) => {
      const overlap = intersectionOverUnion(renderMask(result.mesh, result.cameras[i]!), silhouette.mask);
      expect(overlap).toBeGreaterThan(0.97);
    });
    expect(Math.max(...result.residual)).toBeLessThan(0.005);
    expect(Math.min(...result.matched)).toBeGreaterThan(0.9);
  });

  test('has the measure exactly, and hardly had to be scaled for it', () => {
    expect(result.scaleStep).toBeCloseTo(1, 1);
    expect(result.warnings).toEqual([]);
  });

  test('is the same, bit by bit, when it is done again', () => {
    expect(fitted().result.mesh.positions).toEqual(result.mesh.positions);
  });
});

test('a picture that cuts shoulders and hips off does not bend the trunk', () => {
  const { truth, result } = fitted(0.5);
  expect(cutBorders(truth.views[1]!.silhouette.mask)).toMatchObject({
    top: true,
    bottom: true,
    left: true,
    right: true,
  });
  expect(meanDistanceMm(result.mesh, truth.mesh, onFront)).toBeLessThan(7);
});
