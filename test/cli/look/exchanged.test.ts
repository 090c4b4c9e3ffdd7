import { expect, test } from 'vitest';
import { exchanged } from '../../../src/cli/look/exchanged.ts';

const SIDES = { reason: 'views_swapped', sentence: 'the left and the right photo seem to be swapped' };
const OBLIQUES = {
  reason: 'views_swapped',
  sentence: 'the 45° left photo and the 45° right photo seem to be swapped',
};
const PHOTOS = { front: 'f', left: 'l', right: 'r', left_45: 'l45', right_45: 'r45' };

test('of four photos given for each other only two were exchanged', () => {
  expect(exchanged(PHOTOS, [SIDES, OBLIQUES])).toEqual({
    ...{ front: 'f', left: 'r', right: 'l', left_45: 'r45', right_45: 'l45' },
  });
  expect(exchanged(PHOTOS, [SIDES])).toEqual({ ...PHOTOS, left: 'r', right: 'l' });
  expect(exchanged(PHOTOS, [{ reason: 'blurred', sentence: 'the left photo is blurred' }])).toEqual(PHOTOS);
});
