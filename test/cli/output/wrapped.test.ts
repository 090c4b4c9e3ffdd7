import { expect, test } from 'vitest';
import { brokenLines, wrapped } from '../../../src/cli/output/wrapped.ts';

const length = (text: string) => text.length;

test('no short word stands alone in the last line', () => {
  expect(wrapped('the left and the right photo seem to be swapped; swap the two photos', 62, length)).toEqual([
    'the left and the right photo seem to be swapped; swap the',
    'two photos',
  ]);
  // What has no company to give, or is long enough to stand alone, stays.
  expect(wrapped('photos check front.jpg-and-many-more.jpg', 30, length)).toHaveLength(2);
  expect(wrapped('the two photos of the person are exchangeable-by-hand', 34, length).at(-1)).toBe(
    'exchangeable-by-hand',
  );
});

test.each([
  ['a.very.long.address.of.somebody.9@example.org', ['a.very.long.address.of.somebody.9@', 'example.org']],
  [
    'a.very.long.address.of.somebody.of.the.clinic@example.org',
    ['a.very.long.address.of.somebody.of.the.', 'clinic@example.org'],
  ],
  [
    'https://photos-and-models.north-wing.clinic.example.org/recon',
    ['https://photos-and-models.north-wing.', 'clinic.example.org/recon'],
  ],
  [
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    ['Llanfairpwllgwyngyllgogerychwyrndrobwllllant', 'ysiliogogogoch'],
  ],
])('a long word is broken behind a sign that parts it, if it has one: %s', (word, lines) => {
  expect(brokenLines(word, 44, length)).toEqual(lines);
});
