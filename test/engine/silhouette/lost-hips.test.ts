import { expect, test } from 'vitest';
import { intersectionOverUnion, type Mask, newMask } from '../../../src/engine/image/plane.ts';
import { fillLostHips } from '../../../src/engine/silhouette/lost-hips.ts';

const WIDTH = 300;
const HEIGHT = 400;
const NOTHING = () => false;

/** Neck, trunk, arms and two thighs that the lower border cuts off; `isLost` says where nothing of it can be seen. */
function trunk(isLost: (x: number, y: number) => boolean, top = 0): Mask {
  const mask = newMask(WIDTH, HEIGHT);
  for (let y = top; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const across = Math.abs(x - 150);
      const isNeck = y < 40 && across < 25;
      const isMiddle = y >= 40 && y < 370 && across < 70;
      const isThigh = y >= 370 && across > 6 && across < 70;
      const isArm = y > 60 && across > 90 && across < 110;
      const isShoulder = y > 40 && y < 75 && across < 110;
      if ((isNeck || isMiddle || isThigh || isArm || isShoulder) && !isLost(x, y)) mask.inside[y * WIDTH + x] = 1;
    }
  }
  return mask;
}

const isPants = (x: number, y: number) => y > 280 && Math.abs(x - 150) < 75;
const isBriefs = (x: number, y: number) => isPants(x, y) && y < 385;
const upTo = (mask: Mask, row: number): Mask => ({
  ...mask,
  inside: mask.inside.map((v, i) => (i < row * WIDTH ? v : 0)),
});

test('hips in pants that the wall swallowed are filled down to the border, or to the thighs', () => {
  const whole = trunk(NOTHING);
  for (const isLost of [isPants, isBriefs]) {
    const seen = trunk(isLost);
    const largest = trunk((x, y) => isPants(x, y));
    expect(intersectionOverUnion(largest, whole)).toBeLessThan(0.8);
    const filled = fillLostHips(largest, seen);
    expect(intersectionOverUnion(filled, whole)).toBeGreaterThan(0.98);
  }
});

test('a trunk that has lost nothing, one that narrows to its end, and one below a whole head stay as they are', () => {
  const whole = trunk(NOTHING);
  expect(fillLostHips(whole, whole)).toBe(whole);
  const pointed = trunk((x, y) => Math.abs(x - 150) < 75 && y > 350 - Math.abs(x - 150) * 3);
  expect(fillLostHips(pointed, pointed)).toBe(pointed);
  const lower = trunk(isPants, 30);
  expect(fillLostHips(lower, lower)).toBe(lower);
  const cut = upTo(whole, 100);
  expect(fillLostHips(cut, cut)).toBe(cut);
});
