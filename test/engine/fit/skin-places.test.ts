import { expect, test } from 'vitest';
import { skinPlaces } from '../../../src/engine/fit/skin-places.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { loadModels } from '../../support/models.ts';

const { head, torso } = loadModels();
const { vertices, paint, ways, rest } = skinPlaces(head)!;
const { positions } = head.mean;
const covariance = (i: number, j: number) => {
  let sum = 0;
  for (let k = 0; k < ways; k++) sum += paint[i * ways + k]! * paint[j * ways + k]!;
  return sum;
};
const placeAt = (x: number, y: number) => {
  const away = (v: number) => Math.hypot(positions[v * 3]! - x, positions[v * 3 + 1]! - y);
  return vertices.reduce((best, v, i) => (away(v) < away(vertices[best]!) ? i : best), 0);
};

test('places are skin of the face', () => {
  expect(vertices.length).toBeGreaterThan(300);
  expect(vertices.every((v) => (head.regions[v]! & REGION.face) !== 0)).toBe(true);
});

test('what the ways do not show is added at each place, and the variance is whole', () => {
  const cheek = placeAt(0.05, 1.58);
  expect(rest[cheek]).toBeGreaterThanOrEqual(0);
  expect(covariance(cheek, cheek) + rest[cheek]!).toBeGreaterThan(0.05 ** 2 + 0.06 ** 2 + 0.11 ** 2 - 1e-9);
});

test('a beard differs on both sides together, and from the nose alone', () => {
  const [left, right, nose] = [placeAt(0.035, 1.53), placeAt(-0.035, 1.53), placeAt(0, 1.6)];
  expect(covariance(left, right)).toBeGreaterThan(0.2);
  expect(Math.abs(covariance(left, nose))).toBeLessThan(0.01);
});

test('a model without a face has none', () => {
  expect(skinPlaces(torso)).toBeUndefined();
});
