import { expect, test } from 'vitest';
import { VIEWS } from '../../src/contract/reconstruction.ts';
import { viewWords } from '../../src/contract/view-name.ts';

test('each photo is called in a sentence as in a list', () => {
  expect(VIEWS.map(viewWords)).toEqual([
    ...['left photo', 'front photo', 'right photo', 'back photo'],
    ...['45° left photo', '45° right photo', 'photo from below'],
  ]);
});
