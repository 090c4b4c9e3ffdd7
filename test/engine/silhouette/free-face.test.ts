import { expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import { headLight } from '../../../src/engine/silhouette/free-face.ts';

const [WIDTH, HEIGHT] = [120, 400];

/** A standing figure of skin whose head is dark where `isHair` says so. */
function headLightOf(isHair: (x: number) => boolean): number {
  const mask = newMask(WIDTH, HEIGHT);
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3).fill(230);
  for (let y = 20; y < 380; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isHead = y < 70 && Math.abs(x - 60) < 16;
      if (!isHead && !(y >= 70 && Math.abs(x - 60) < 30)) continue;
      const i = y * WIDTH + x;
      mask.inside[i] = 1;
      rgb.set(isHead && isHair(x) ? [40, 30, 25] : [205, 160, 135], i * 3);
    }
  }
  return headLight({ widthPx: WIDTH, heightPx: HEIGHT, rgb }, mask);
}

test('a face is as light as the chest, also under a fringe that covers half of it; the back of a head is not', () => {
  expect(headLightOf(() => false)).toBeCloseTo(1, 1);
  expect(headLightOf((x) => x < 60)).toBeGreaterThan(0.85);
  expect(headLightOf((x) => x >= 60)).toBeGreaterThan(0.85);
  expect(headLightOf(() => true)).toBeLessThan(0.3);
});
