import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/contract/reconstruction.ts';
import type { SeenPhoto } from '../../../src/engine/silhouette/check.ts';
import { doubtOfPeople } from '../../../src/engine/silhouette/check-views.ts';
import { DOUBTED, REFUSED } from '../../../src/engine/silhouette/limits.ts';
import { checkHair } from '../../../src/engine/silhouette/same-hair.ts';

const SIDE_PX = 200;
type Rgb = readonly [number, number, number];

const BROWN: Rgb = [95, 65, 45];
const BLACK: Rgb = [38, 36, 38];
const GREY: Rgb = [150, 148, 146];
const WALL: Rgb = [170, 180, 190];

/** A head 10 % below the upper border, its upper third of one colour, before a wall of another. */
function photo(view: View, hair: Rgb, wall: Rgb = WALL, topPx = SIDE_PX / 10): SeenPhoto {
  const size = { widthPx: SIDE_PX, heightPx: SIDE_PX };
  const inside = new Uint8Array(SIDE_PX * SIDE_PX);
  const rgb = new Uint8Array(inside.length * 3);
  for (let i = 0; i < inside.length; i++) {
    const [x, y] = [i % SIDE_PX, Math.floor(i / SIDE_PX)];
    inside[i] = x > 60 && x < 140 && y >= topPx ? 1 : 0;
    rgb.set(inside[i] === 0 ? wall : y < topPx + SIDE_PX / 3 ? hair : [190, 150, 130], i * 3);
  }
  return { view, image: { ...size, rgb }, found: { mask: { ...size, inside } } } as unknown as SeenPhoto;
}

const told = (photos: readonly SeenPhoto[], limits = DOUBTED) => {
  try {
    checkHair('face', photos, limits);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const dimmed = (colour: Rgb): Rgb => [colour[0] * 0.6, colour[1] * 0.6, colour[2] * 0.6];

describe('hair of another colour than in the front photo', () => {
  const front = photo('front', BLACK);

  test('is told of one photo, or of the front photo where it differs from all others', () => {
    expect(told([front, photo('left', BROWN), photo('right', BLACK)])).toBe(
      'perhaps two people: the left photo shows another hair colour than the front photo',
    );
    expect(told([front, photo('left', BROWN), photo('right', BROWN)])).toBe(
      'perhaps two people: the front photo shows another hair colour than the other photos',
    );
    expect(told([front, photo('right', GREY)])).toBe(
      'perhaps two people: the right photo shows another hair colour than the front photo',
    );
  });

  test.each([
    ['the same hair in less light', photo('left', dimmed(BLACK), dimmed(WALL))],
    ['a gleam', photo('left', [48, 46, 48])],
    ['another wall', photo('left', BLACK, [90, 120, 100])],
    ['a head that the picture cuts', photo('left', BROWN, WALL, 0)],
    ['a photo from below', photo('below', BROWN)],
  ])('is not %s', (_, other) => expect(told([front, other])).toBeUndefined());

  test('stays a doubt of photos that passed', () => {
    const doubt = doubtOfPeople('face', [front, photo('left', BROWN), photo('right', BROWN)]);
    expect(doubt?.message).toBe('perhaps two people: the front photo shows another hair colour than the other photos');
    expect(doubtOfPeople('face', [front, photo('left', BLACK), photo('right', BLACK)])).toBeUndefined();
  });

  test('is told of heads alone, and makes no set unusable', () => {
    const others = [front, photo('left', BROWN)];
    expect(() => checkHair('mammo', others, DOUBTED)).not.toThrow();
    expect(told(others, REFUSED)).toBeUndefined();
  });
});
