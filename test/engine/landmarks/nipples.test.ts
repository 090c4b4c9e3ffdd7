import { describe, expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import { findNipples } from '../../../src/engine/landmarks/nipples.ts';

const SIZE = { widthPx: 480, heightPx: 640 };
const MIDDLE = 240;
const TRUNK = 52;
/** The row where the arms leave the trunk, and how much further out they are with each row below it. */
const ARMPIT = { row: 182, slope: 0.35 };

interface Spot {
  x: number;
  y: number;
  radius: number;
  /** How much darker, as a logarithm, red and the other two colours are in the middle of it. */
  darker: readonly [red: number, others: number];
}

function isBody(x: number, y: number): boolean {
  const across = Math.abs(x - MIDDLE);
  if (y < 110) return Math.hypot(across, y - 75) < 35;
  if (y < 135) return across < 20;
  if (y < ARMPIT.row) return across < 85;
  const out = ARMPIT.slope * (y - ARMPIT.row);
  const isArm = y < 350 && across > TRUNK + 4 + out && across < 85 + out;
  return isArm || (y < 330 ? across < TRUNK : y < 610 && Math.abs(across - 28) < 24);
}

/** A whole body on dark skin, its arms a little apart, with round spots. */
function body(spots: readonly Spot[]) {
  const mask = newMask(SIZE.widthPx, SIZE.heightPx);
  const rgb = new Uint8Array(SIZE.widthPx * SIZE.heightPx * 3);
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const i = y * SIZE.widthPx + x;
      mask.inside[i] = isBody(x, y) ? 1 : 0;
      [120, 75, 52].forEach((skin, c) => {
        const dark = spots.map((one) => {
          const near = Math.exp(-(((x - one.x) ** 2 + (y - one.y) ** 2) / one.radius ** 2));
          return near * one.darker[c === 0 ? 0 : 1];
        });
        rgb[i * 3 + c] = mask.inside[i] === 1 ? skin * Math.exp(-Math.max(0, ...dark)) : 130;
      });
    }
  }
  return { image: { ...SIZE, rgb }, mask };
}

const pairOf = (apart: number, y: number, radius: number, darker: Spot['darker']): Spot[] =>
  [-1, 1].map((side) => ({ x: MIDDLE + side * apart, y, radius, darker }));
const ARMPITS = pairOf(TRUNK + 8, 170, 7, [0.5, 0.8]);

describe('dark folds of the armpits, redder than the areolas', () => {
  test.each([36, 42])('the nipples, %i px from the middle, are found', (apart) => {
    const { image, mask } = body([...pairOf(apart, 176, 4, [0.2, 0.35]), ...ARMPITS]);
    const pair = findNipples(image, mask, true);
    expect(pair).toBeDefined();
    expect(Math.hypot(pair!.left.xPx - (MIDDLE - apart), pair!.left.yPx - 176)).toBeLessThan(1.5);
    expect(Math.hypot(pair!.right.xPx - (MIDDLE + apart), pair!.right.yPx - 176)).toBeLessThan(1.5);
  });

  test('they are no nipples where none can be seen', () => {
    const { image, mask } = body(ARMPITS);
    expect(findNipples(image, mask, true)).toBeUndefined();
  });
});
