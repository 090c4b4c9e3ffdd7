import { expect, test } from 'vitest';
import { longReason, shortestReason, shortReason } from '../../../src/cli/output/short-reason.ts';

test.each([
  ['the left and the right photo seem to be swapped; swap the two photos: in the left one …', 'left/right swapped'],
  ['the 45° left photo and the 45° right photo seem to be swapped', '45° left/right swapped'],
  ['the person in the 45° left photo looks the wrong way; in it …', '45° left photo looks the wrong way'],
  ['the person in the front photo is far too dark; take it again', 'front photo too dark'],
  ['the front photo is far too bright', 'front photo too bright'],
  ['the person in the left photo is too far away', 'left photo too far away'],
  ['the left photo is too small: 300 pixels on its longer side', 'left photo too small'],
  ['the front photo has no colours', 'front photo has no colours'],
  ['the background of the photo from below is not plain', 'background of photo from below is not plain'],
  ['no person stands out from the background of the left photo', 'no person found in left photo'],
  ['the left photo shows the person turned by about 21° from the side', 'left photo turned by 21°'],
  ['the front photo shows the person from the side', 'front photo is from the side'],
  ['the front photo shows somebody or something beside the person', 'front photo shows somebody or something else'],
  [
    'the left photo and the right photo do not fit together, and which of them is wrong cannot be told',
    'left/right do not fit',
  ],
  ['the left photo and the others do not fit together', 'left photo does not fit the others'],
  ['perhaps two people: the left photo shows another hair colour than the front photo', 'perhaps two people'],
  ['the nipples cannot be seen in the front photo', 'nipples not seen in front photo'],
  ['the head is cut off at the top of the left photo; take it again', 'head cut off in left photo'],
  ['the feet are cut off at the bottom of the front photo', 'feet cut off in front photo'],
  ['eye distance of 198 cm would make the head and shoulders 12.40 m tall; check', 'eye distance 198 cm wrong'],
  ['hipline of 9.5 cm, taken as a width would make the person 0.44 m tall', 'hipline 9.5 cm wrong'],
  [
    'the nipple to nipple of 90 cm does not go with the photos: the person would be of no human size',
    'nipple to nipple 90 cm wrong',
  ],
  [
    'the model would be wrong by some 30 mm, because its size does not go with the photos; check the measure',
    'size does not fit the photos',
  ],
  ['a file of it is missing on the disk of the service; its operator can put it back', 'service lost a file'],
  ['a photo of it is missing or damaged at the service; its operator can put it back', 'service lost a photo'],
  ['the model would be wrong by some 30 mm, because it was made from few photos', 'it was made from few photos'],
])('%s, in few words', (reason, few) => {
  expect(shortReason(reason)).toBe(few);
});

test.each(['No face detected', 'E_2041: no mesh', 'brewing failed. Try again', ''])(
  'what another service says stays as it is: %s',
  (reason) => {
    expect(shortReason(reason)).toBe(longReason(reason));
  },
);

test('of several reasons only the first was told', () => {
  const reason =
    'the front photo is far too dark. Take it again with more light. Also: the person in the left photo looks the wrong way. Turn';
  expect(longReason(reason)).toBe('the front photo is far too dark, the person in the left photo looks the wrong way');
  expect(shortReason(reason)).toBe('front photo too dark, left photo looks the wrong way');
  expect(shortestReason(reason)).toBe('front photo too dark and 1 more');
});
