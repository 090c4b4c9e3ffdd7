import { expect, test } from 'vitest';
import { nameOfAll, withFiles } from '../../../src/cli/output/photo-rows.ts';

const told = (sentence: string, photos: Parameters<typeof withFiles>[1]) =>
  withFiles([{ reason: 'views_inconsistent', sentence, hint: '' }], photos)[0]!.sentence;

test.each([
  [
    'the left photo and the others do not fit together',
    'the left photo (DSC_1.jpg) and the others do not fit together',
  ],
  ['the eyes cannot be seen in the front photo', 'the eyes cannot be seen in the front photo'],
  ['the photo from below is blurred', 'the photo from below (DSC_$&.jpg) is blurred'],
  ['the left and the right photo seem to be swapped', 'the left and the right photo seem to be swapped'],
  ['the 45° left photo is blurred', 'the 45° left photo is blurred'],
])('what is told of a photo names its file, where that does not say the view itself: %s', (sentence, named) => {
  expect(
    told(sentence, { left: 'a/DSC_1.jpg', front: 'a/Front.jpg', below: 'a/DSC_$&.jpg', right: 'a/left.jpg' }),
  ).toBe(named);
});

test('photos of several folders are told with theirs', () => {
  const photos = { left: '/photos/Ben Brito/left.jpg', right: '/photos/Ana Alves/right.jpg' };
  expect(told('the left photo and the right photo do not fit together', photos)).toBe(
    'the left photo (Ben Brito/left.jpg) and the right photo (Ana Alves/right.jpg) do not fit together',
  );
});

test('what is told of all photos stood beside "as a set", which a desk does not know', () => {
  expect(nameOfAll([{ view: 'front' }, { view: 'left' }])).toBe('as a set');
  expect(nameOfAll([{ view: 'front' }])).toBe('front');
});
