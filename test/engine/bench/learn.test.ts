import { describe, expect, test } from 'vitest';
import { foretold, learnLinear, quantile } from '../../../scripts/calibrate/learn/ridge.ts';

/** Numbers from 0 to 1 that look like chance and are the same each time. */
const noise = (i: number) => (Math.sin(i * 12.9898) * 43758.5453) % 1;
const samples = (y: (a: number, b: number, i: number) => number) =>
  Array.from({ length: 120 }, (_, i) => {
    const [a, b] = [Math.abs(noise(i)), Math.abs(noise(i + 500))];
    return { x: [a, b], y: y(a, b, i), weight: 1 };
  });

describe('a sum of signs', () => {
  test('is found again, a little smaller', () => {
    const linear = learnLinear(samples((a, b) => 1 + 2 * a + 0.5 * b));
    expect(linear.weights[0]).toBeCloseTo(2, 0);
    expect(linear.weights[0]!).toBeLessThan(2);
    expect(foretold(linear, [0.5, 0.5])).toBeCloseTo(2.25, 1);
  });

  test('has no negative weight, even where a sign seems to speak for a model', () => {
    const { weights } = learnLinear(samples((a, b) => 1 + a - b));
    expect(weights[0]).toBeGreaterThan(0.5);
    expect(weights[1]).toBe(0);
  });

  test('is not bent by a few that are wildly wrong', () => {
    const linear = learnLinear(samples((a, _, i) => 1 + a + (i % 30 === 0 ? 8 : 0)));
    expect(foretold(linear, [0.5, 0.5])).toBeCloseTo(1.5, 0);
    expect(foretold(linear, [0.5, 0.5])).toBeLessThan(1.75);
  });
});

test('a quantile counts weights, not samples', () => {
  const all = [5, 1, 2].map((value) => ({ value, weight: value === 5 ? 0.01 : 1 }));
  expect([quantile(all, 0.5), quantile(all, 0.95), quantile(all, 1)]).toEqual([2, 2, 5]);
});
