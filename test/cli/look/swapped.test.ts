import { expect, test } from 'vitest';
import { swappedIn, withSwapped } from '../../../src/cli/look/swapped.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import { findingOf } from '../../../src/engine/look.ts';
import { PhotoRefusal } from '../../../src/engine/refusal.ts';

const swapped = (...views: View[]) => findingOf(new PhotoRefusal('views_swapped', views, 'in any words', 'swap them'));
const SIDES = swapped('left', 'right');
const OBLIQUES = swapped('left_45', 'right_45');
const PHOTOS = { front: 'f', left: 'l', right: 'r', left_45: 'l45', right_45: 'r45' };

test('of four photos given for each other only two were swapped', () => {
  expect(withSwapped(PHOTOS, [SIDES, OBLIQUES])).toEqual({
    ...{ front: 'f', left: 'r', right: 'l', left_45: 'r45', right_45: 'l45' },
  });
  expect(withSwapped(PHOTOS, [SIDES])).toEqual({ ...PHOTOS, left: 'r', right: 'l' });
  expect(withSwapped(PHOTOS, [{ reason: 'blurred', views: ['left', 'right'] }])).toEqual(PHOTOS);
});

test('which photos were given for each other was read from the words of the finding', () => {
  expect(swappedIn([SIDES, OBLIQUES])).toEqual([
    ['left', 'right'],
    ['left_45', 'right_45'],
  ]);
});
