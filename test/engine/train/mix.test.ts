import { expect, test } from 'vitest';
import { mixModes } from '../../../scripts/train/mix.ts';
import type { RealOnTemplate } from '../../../scripts/train/real-samples.ts';

// Two vertices: the first belongs to the head, the second to the trunk, which the real heads do not know.
const people = [
  [1, 0, 0, 1, 0, 5],
  [1, 2, 0, 1, 0, 9],
].map((person) => Float64Array.from(person));
const real: RealOnTemplate = {
  mean: Float64Array.of(1, 5, 0, 1, 0, 0),
  modes: [{ way: 1, vectors: Float64Array.of(0, 0, 3, 0, 0, 0) }],
  known: Float64Array.of(1, 0),
  registered: undefined as never,
  landmarks: undefined as never,
};
const weights = new Float64Array(6).fill(1);

/** Variance along each number, of all modes that move both sides alike. */
function varianceOf(realShare: number) {
  const { mean, modes } = mixModes(people, real, weights, { realShare, symmetric: 6, opposed: 0 });
  return { mean, variance: mean.map((_, i) => modes.reduce((sum, { vectors }) => sum + vectors[i]! ** 2, 0)) };
}

test('a mixture has the mean and the variance of its two kinds of people together', () => {
  const { mean, variance } = varianceOf(0.25);
  expect([...mean]).toEqual([1, 2, 0, 1, 0, 7]);
  // y of the head: 1 within the population, none within the real heads, and their means are 4 apart.
  expect(variance[1]).toBeCloseTo(0.75 * 1 + 0.25 * 0.75 * 16);
  expect(variance[2]).toBeCloseTo(0.25 * 9);
});

test('where real heads are not known people differ as the population does', () => {
  for (const share of [0.25, 1]) expect(varianceOf(share).variance[5]).toBeCloseTo(4);
});

test('real heads alone have their own mean and variance', () => {
  const { mean, variance } = varianceOf(1);
  expect([...mean]).toEqual([1, 5, 0, 1, 0, 7]);
  expect(variance[1]).toBeCloseTo(0);
  expect(variance[2]).toBeCloseTo(9);
});
