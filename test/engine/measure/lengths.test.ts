import { describe, expect, test } from 'vitest';
import { fitModel } from '../../../src/engine/fit/fit-model.ts';
import { markedPhoto } from '../../../src/engine/fit/measure-constraint.ts';
import { findHip } from '../../../src/engine/measure/hip.ts';
import { lengthsOf } from '../../../src/engine/measure/lengths.ts';
import { positionsOf } from '../../../src/engine/morphable/pose.ts';
import { loadModels } from '../../support/models.ts';
import { photographed } from '../fit/rendered-person.ts';
import { samplePerson } from '../morphable/sample-person.ts';
import { seeded } from '../morphable/seeded.ts';

const { head, torso, body } = loadModels();
const PUPILS = ['pupil_right', 'pupil_left'] as const;
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

test('an ear is measured from where it stands out above to where it ends below', () => {
  const { positions } = head.mean;
  const beside = (low: number, high: number) =>
    [...positions.keys()].filter(
      (i) =>
        i % 3 === 0 &&
        positions[i + 1]! > low &&
        positions[i + 1]! < high &&
        Math.abs(positions[i + 2]! - 0.045) < 0.03,
    );
  // What stands out further than the side of the head above it is ear; below it is the neck, which is narrower.
  const side = Math.max(...beside(1.625, 1.645).map((i) => positions[i]!));
  const ear = beside(1.54, 1.645).filter((i) => positions[i]! > side + 0.001);
  const heights = ear.map((i) => positions[i + 1]!);
  const byShape = (Math.max(...heights) - Math.min(...heights)) * 100;
  expect(byShape).toBeGreaterThan(4.5);
  expect(Math.abs(lengthsOf('face', head, head.mean).ear_size! - byShape)).toBeLessThan(0.4);
});

describe('people of the model, found again from three outlines and the distance of their pupils', () => {
  const random = seeded(7);
  const people = [0, 1, 2, 3, 4, 5].map(() => {
    const truth = photographed(head, samplePerson(head, random), ['left', 'front', 'right'], PUPILS, 0.41);
    const measure = { kind: 'distance', from: PUPILS[0], to: PUPILS[1], metres: truth.span } as const;
    const fit = fitModel(head, truth.views, { type: 'face', measure, effort: 'fast' });
    const found = lengthsOf('face', head, fit.mesh, markedPhoto(truth.views, fit.cameras));
    return { found, ear: lengthsOf('face', head, truth.mesh).ear_size!, span: truth.span };
  });

  test('have ears of their own size, to 11 %, where one size for all is off by half as much again in the mean', () => {
    const usual = lengthsOf('face', head, head.mean).ear_size!;
    const errors = people.map(({ found, ear }) => Math.abs(found.ear_size! / ear - 1));
    const usualErrors = people.map(({ ear }) => Math.abs(usual / ear - 1));
    expect(Math.max(...errors)).toBeLessThan(0.11);
    expect(sum(errors)).toBeLessThan(sum(usualErrors) / 1.5);
  });

  test('and the distance that set their size', () => {
    for (const { found, span } of people) expect(found.eye_distance).toBe(Math.round(span * 1000) / 10);
  });
});

test('ears grow with the head', () => {
  const coefficients = samplePerson(head, seeded(3));
  const positions = positionsOf(head, coefficients);
  const lengths = lengthsOf('face', head, { positions, triangles: head.mean.triangles });
  const larger = lengthsOf('face', head, { positions: positions.map((v) => v * 1.5), triangles: head.mean.triangles });
  expect(larger.ear_size! / lengths.ear_size!).toBeCloseTo(1.5, 1);
});

test('hips are given as a tape’s length and as a width; what has no mark in a photo is not measured', () => {
  const hip = findHip(body.mean)!;
  expect(lengthsOf('body', body, body.mean)).toEqual({
    hipline: Math.round(hip.circumference * 1000) / 10,
    hip_width: Math.round(hip.width * 1000) / 10,
  });
  expect(lengthsOf('mammo', torso, torso.mean)).toEqual({});
});
