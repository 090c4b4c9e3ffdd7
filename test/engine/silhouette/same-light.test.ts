import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/contract/reconstruction.ts';
import type { SeenPhoto } from '../../../src/engine/silhouette/check.ts';
import { DOUBTED, REFUSED } from '../../../src/engine/silhouette/limits.ts';
import { checkLight } from '../../../src/engine/silhouette/same-light.ts';

const SIDE_PX = 80;
const isPerson = (i: number) => i % SIDE_PX > 20 && i % SIDE_PX < 60;

/** A person of one brightness before a wall of another. */
function photo(view: View, person: number, wall: number): SeenPhoto {
  const inside = Uint8Array.from({ length: SIDE_PX * SIDE_PX }, (_, i) => (isPerson(i) ? 1 : 0));
  const size = { widthPx: SIDE_PX, heightPx: SIDE_PX };
  const rgb = Uint8Array.from({ length: inside.length * 3 }, (_, i) => (isPerson(Math.floor(i / 3)) ? person : wall));
  return { view, image: { ...size, rgb }, found: { mask: { ...size, inside } } } as unknown as SeenPhoto;
}

const front = photo('front', 120, 180);
const told = (other: SeenPhoto, limits = DOUBTED) => {
  try {
    checkLight([front, other], limits);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a photo in other light than the front photo', () => {
  test('is told where person and wall are both darker or both brighter', () => {
    expect(told(photo('left', 55, 80))).toBe('the left photo is much darker than the front photo');
    expect(told(photo('right', 230, 250))).toBeUndefined();
    expect(told(photo('right', 240, 255))).toBeUndefined();
    const dim = photo('front', 60, 90);
    expect(() => checkLight([dim, photo('back', 125, 190)], DOUBTED)).toThrow('the back photo is much brighter');
  });

  test.each([
    ['the side in the shade', photo('left', 50, 180)],
    ['another wall', photo('left', 120, 60)],
    ['a little less light', photo('left', 95, 140)],
  ])('is not %s', (_, other) => expect(told(other)).toBeUndefined());

  test('is never refused: each photo’s light is taken out of the colour', () => {
    expect(told(photo('left', 20, 30), REFUSED)).toBeUndefined();
  });
});
