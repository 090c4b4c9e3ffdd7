import { expect, test } from 'vitest';
import { solveLeastSquares } from '../../../scripts/bench-engine/hull/least-squares.ts';

test('a curve through exact points is found again', () => {
  const xs = Array.from({ length: 30 }, (_, i) => i / 10);
  const curve = (p: ArrayLike<number>, x: number) => p[0]! * Math.exp(-p[1]! * x) + p[2]!;
  const { parameters, cost } = solveLeastSquares(
    {
      parameters: Float64Array.from([1, 1, 0]),
      residuals: (p) => Float64Array.from(xs, (x) => curve(p, x) - curve([2.5, 0.7, -0.3], x)),
      steps: new Float64Array(3).fill(1e-5),
    },
    50,
  );
  expect(cost).toBeLessThan(1e-6);
  [2.5, 0.7, -0.3].forEach((value, i) => {
    expect(parameters[i]).toBeCloseTo(value, 2);
  });
});

test('a parameter that nothing depends on stays where it is', () => {
  const { parameters } = solveLeastSquares(
    {
      parameters: Float64Array.from([5, 7]),
      residuals: (p) => Float64Array.from([p[0]! - 1]),
      steps: new Float64Array(2).fill(1e-4),
    },
    10,
  );
  expect(parameters[0]).toBeCloseTo(1, 3);
  expect(parameters[1]).toBe(7);
});
