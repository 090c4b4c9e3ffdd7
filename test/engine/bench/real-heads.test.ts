import { expect, test } from 'vitest';
import { randomOf } from '../../../scripts/bench-engine/family/random.ts';
import { RELIEF, someCoefficients, someHead } from '../../../scripts/bench-engine/real-heads/some-head.ts';
import { pupilsOf, type RealHeads, realHead } from '../../../scripts/real-heads/read-real-heads.ts';
import { ellipsoid, meshOf } from '../figures.ts';

const skin = meshOf(ellipsoid(0.08, 0.12, 0.1), 0.2, 0.006);
const count = skin.positions.length / 3;
const eye = [-1, 1].flatMap((side) => [-1, 1].flatMap((z) => [side * 0.03, 0.03, 0.075 + z * 0.012]));
/** An egg with eyes of two vertices each and one mode that widens it. */
const heads: RealHeads = {
  mean: { positions: Float64Array.from([...skin.positions, ...eye]), triangles: skin.triangles },
  modes: [Float32Array.from([...skin.positions, ...eye], (value, i) => (i % 3 === 0 ? 0.1 * value : 0))],
  parts: {
    face: [0, count],
    head_and_neck: [0, count],
    eyeballs: [count, count + 4],
    iris_left: [0, 0],
    iris_right: [0, 0],
  },
  landmarks: [],
};

test('coefficients are the same in every run and as wide as those of real people', () => {
  const many = { ...heads, modes: Array.from({ length: 4000 }, () => heads.modes[0]!) };
  const drawn = someCoefficients(many, randomOf(3));
  expect(drawn).toEqual(someCoefficients(many, randomOf(3)));
  const variance = drawn.reduce((sum, value) => sum + value * value, 0) / drawn.length;
  expect(variance).toBeGreaterThan(0.93);
  expect(variance).toBeLessThan(1.07);
});

test('relief lies on the head as high as it is said to, but not at the eyes', () => {
  const [plain, rough] = [false, true].map((hasRelief) => someHead(heads, [1], hasRelief, 7).positions);
  const height = (i: number) => Math.hypot(...[0, 1, 2].map((c) => rough![i * 3 + c]! - plain![i * 3 + c]!));
  const away = (i: number) =>
    Math.min(
      ...[-1, 1].map((side) => {
        return Math.hypot(plain![i * 3]! - side * 0.033, plain![i * 3 + 1]! - 0.03, plain![i * 3 + 2]! - 0.075) - 0.012;
      }),
    );
  const far = Array.from({ length: count }, (_, i) => i).filter((i) => away(i) > 0.014);
  const rms = Math.sqrt(far.reduce((sum, i) => sum + height(i) ** 2, 0) / far.length);
  expect(rms / RELIEF.rms).toBeGreaterThan(0.85);
  expect(rms / RELIEF.rms).toBeLessThan(1.15);
  for (let i = 0; i < count; i++) if (away(i) < 0.002) expect(height(i)).toBe(0);
});

test('a pupil is the painted place of an eye, not its foremost one, where a mode changes the form of the eye', () => {
  const front = count + 3;
  const outwards = new Float32Array(heads.mean.positions.length);
  outwards.set([0.004, 0, -0.006], front * 3);
  const changed = realHead({ ...heads, modes: [outwards] }, [1]);
  const [, pupil] = pupilsOf(heads, changed);
  expect(pupil).toEqual([...changed.subarray(front * 3, front * 3 + 3)]);
  expect(pupil[0]).toBeCloseTo(0.034, 6);
});
