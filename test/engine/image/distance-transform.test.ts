import { expect, test } from 'vitest';
import { componentsOf } from '../../../src/engine/image/components.ts';
import { signedDistance } from '../../../src/engine/image/distance-transform.ts';
import {
  enlargeMask,
  intersectionOverUnion,
  type Mask,
  newMask,
  shrinkImage,
} from '../../../src/engine/image/plane.ts';
import { seededRandom } from '../figures.ts';

function randomMask(widthPx: number, heightPx: number, seed: number): Mask {
  const random = seededRandom(seed);
  const inside = Uint8Array.from({ length: widthPx * heightPx }, () => (random() < 0.3 ? 1 : 0));
  return { widthPx, heightPx, inside };
}

test.each([1, 2, 3])('the signed distance is that of a search through all pixels (seed %i)', (seed) => {
  const mask = randomMask(23, 17, seed);
  const { values } = signedDistance(mask);
  values.forEach((value, i) => {
    const [x, y] = [i % 23, Math.floor(i / 23)];
    let nearest = Infinity;
    mask.inside.forEach((other, j) => {
      if (other !== mask.inside[i]) nearest = Math.min(nearest, Math.hypot((j % 23) - x, Math.floor(j / 23) - y));
    });
    expect(value).toBeCloseTo(mask.inside[i] === 1 ? nearest - 0.5 : 0.5 - nearest, 4);
  });
});

test('components are found over edges, largest first', () => {
  const mask = newMask(6, 3);
  for (const i of [0, 1, 7, 4, 5, 16]) mask.inside[i] = 1;
  expect(componentsOf(mask).map((pixels) => pixels.length)).toEqual([3, 2, 1]);
});

test('overlap of masks', () => {
  const mask = randomMask(20, 20, 4);
  expect(intersectionOverUnion(mask, mask)).toBe(1);
  expect(intersectionOverUnion(mask, newMask(20, 20))).toBe(0);
  expect(intersectionOverUnion(newMask(3, 3), newMask(3, 3))).toBe(1);
  expect(intersectionOverUnion(enlargeMask(mask, 40, 40), enlargeMask(mask, 40, 40))).toBe(1);
});

test('shrinking keeps the mean and the sides’ ratio', () => {
  const image = { widthPx: 60, heightPx: 80, rgb: new Uint8Array(60 * 80 * 3).map((_, i) => (i % 6 < 3 ? 100 : 200)) };
  const small = shrinkImage(image, 40);
  expect([small.widthPx, small.heightPx]).toEqual([30, 40]);
  expect(small.rgb.every((value) => value === 150)).toBe(true);
  expect(shrinkImage(image, 100)).toBe(image);
});
