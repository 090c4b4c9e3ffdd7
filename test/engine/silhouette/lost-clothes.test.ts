import { expect, test } from 'vitest';
import { intersectionOverUnion, type Mask, newMask } from '../../../src/engine/image/plane.ts';
import { fillLostPants } from '../../../src/engine/silhouette/lost-clothes.ts';

const WIDTH = 200;
const HEIGHT = 400;

/** A standing figure with legs, trunk and arms; `isLost` says where nothing of it can be seen. */
function figure(isLost: (x: number, y: number) => boolean): Mask {
  const mask = newMask(WIDTH, HEIGHT);
  for (let y = 20; y < 380; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const across = Math.abs(x - 100);
      const isTrunk = y < 212 && across < 30;
      const isLeg = y >= 212 && across > 3 && across < 30;
      const isArm = y > 80 && y < 220 && across > 40 && across < 52;
      const isShoulder = y > 80 && y < 95 && across < 52;
      if ((isTrunk || isLeg || isArm || isShoulder) && !isLost(x, y)) mask.inside[y * WIDTH + x] = 1;
    }
  }
  return mask;
}

const whole = figure(() => false);
const isPants = (x: number, y: number) => y > 175 && y < 225 && Math.abs(x - 100) < 31;

test('pants that the wall swallowed are filled in', () => {
  const bitten = figure(isPants);
  expect(intersectionOverUnion(bitten, whole)).toBeLessThan(0.9);
  expect(intersectionOverUnion(fillLostPants(bitten), whole)).toBeGreaterThan(0.98);
});

test('a figure that has lost nothing stays as it is', () => {
  expect(fillLostPants(whole)).toBe(whole);
});

test('of pants that were joined to the rest, the gap in the middle and what is missing behind are filled', () => {
  const isGap = (x: number, y: number) => isPants(x, y) && y < 212 && Math.abs(x - 100) < 4;
  const isBehind = (x: number, y: number) => y > 178 && y < 200 && x > 122 && x < 132;
  const joined = figure((x, y) => isGap(x, y) || isBehind(x, y));
  expect(fillLostPants(joined)).toBe(joined);
  const filled = fillLostPants(joined, true);
  expect(intersectionOverUnion(joined, whole)).toBeLessThan(0.985);
  expect(intersectionOverUnion(filled, whole)).toBeGreaterThan(0.995);
});
