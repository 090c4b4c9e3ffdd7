import { expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import type { Patch } from '../../../src/engine/landmarks/areola.ts';
import { areClearlyRedder, patchLightOf, skinLightOf } from '../../../src/engine/landmarks/areola-light.ts';

const SIDE = 120;
const RADIUS = 20;
const PATCH: Patch = {
  ...{ xPx: 60, yPx: 60, longPx: RADIUS, shortPx: RADIUS, shortX: 1, shortY: 0 },
  ...{ contrast: 0.1, weakest: 0.1 },
};

/** Dark skin with a patch of other colour, over whose upper part a lamp gleams. */
function lightOf(patch: readonly number[], gleam: number) {
  const mask = newMask(SIDE, SIDE);
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    mask.inside[i] = 1;
    const isPatch = Math.hypot(x - PATCH.xPx, y - PATCH.yPx) < RADIUS;
    const isGleaming = isPatch && y < PATCH.yPx + 3;
    (isPatch ? patch : [60, 40, 32]).forEach((value, c) => {
      rgb[i * 3 + c] = value + (isGleaming ? gleam : 0);
    });
  }
  return skinLightOf({ widthPx: SIDE, heightPx: SIDE, rgb }, mask);
}

test('an areola is redder though a lamp gleams on more than half of it', () => {
  const dull = patchLightOf(lightOf([52, 30, 24], 0), PATCH).redder;
  expect(dull).toBeGreaterThan(0.1);
  const light = lightOf([52, 30, 24], 40);
  expect(patchLightOf(light, PATCH).redder).toBeCloseTo(dull, 1);
  expect(areClearlyRedder(light, [PATCH, PATCH])).toBe(true);
});

test('what is darker and not redder, as through cloth, is none', () => {
  expect(areClearlyRedder(lightOf([45, 30, 24], 0), [PATCH, PATCH])).toBe(false);
  expect(areClearlyRedder(lightOf([45, 30, 24], 40), [PATCH, PATCH])).toBe(false);
});
