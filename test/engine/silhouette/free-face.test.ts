import { expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import { headLikeness, noseLight } from '../../../src/engine/silhouette/free-face.ts';

const [WIDTH, HEIGHT] = [120, 400];
const PALE = [205, 160, 135];
const DARK = [105, 66, 48];

/** The head of a standing figure of skin, with hair where `isHair` says so. */
function headOf(isHair: (x: number) => boolean, { skin, hair }: Record<'skin' | 'hair', number[]>) {
  const mask = newMask(WIDTH, HEIGHT);
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3).fill(230);
  for (let y = 20; y < 380; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isHead = y < 70 && Math.abs(x - 60) < 16;
      if (!isHead && !(y >= 70 && Math.abs(x - 60) < 30)) continue;
      const i = y * WIDTH + x;
      mask.inside[i] = 1;
      rgb.set(isHead && isHair(x) ? hair : skin, i * 3);
    }
  }
  return headLikeness({ widthPx: WIDTH, heightPx: HEIGHT, rgb }, mask);
}

test('a face is as light as the chest, also under a fringe that covers half of it; the back of a head is not', () => {
  const lightOf = (isHair: (x: number) => boolean) => headOf(isHair, { skin: PALE, hair: [40, 30, 25] }).light;
  expect(lightOf(() => false)).toBeCloseTo(1, 1);
  expect(lightOf((x) => x < 60)).toBeGreaterThan(0.85);
  expect(lightOf((x) => x >= 60)).toBeGreaterThan(0.85);
  expect(lightOf(() => true)).toBeLessThan(0.3);
});

test('grey hair over dark skin is as light as it, and of another hue', () => {
  const hueOf = (isHair: (x: number) => boolean) => headOf(isHair, { skin: DARK, hair: [75, 73, 72] });
  expect(hueOf(() => true).light).toBeGreaterThan(0.9);
  expect(hueOf(() => true).hue).toBeGreaterThan(0.15);
  expect(hueOf((x) => x < 60).hue).toBeLessThan(0.03);
});

test('hair before the nose is told by its light, also where it ends at the eyes; hair that ends above the brows is not', () => {
  const lightWithHairTo = (row: number) => {
    const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
    for (let i = 0; i < WIDTH * HEIGHT; i++) rgb.set(i < WIDTH * row ? [52, 44, 40] : DARK, i * 3);
    const image = { widthPx: WIDTH, heightPx: HEIGHT, rgb };
    return noseLight(image, { xPx: 40, yPx: 200 }, { xPx: 80, yPx: 200 });
  };
  expect(lightWithHairTo(210)).toBeLessThan(0.65);
  expect(lightWithHairTo(196)).toBeLessThan(0.65);
  expect(lightWithHairTo(180)).toBe(1);
});
