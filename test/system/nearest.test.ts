import { expect, test } from 'vitest';
import { nearest } from '../../src/system/nearest.ts';

const WORDS = ['germany', 'guernsey', 'iran', 'iraq', 'peru'];

test.each([
  ['germny', ['germany']],
  ['gremany', ['germany']],
  ['ermany', ['germany']],
  ['germanyy', ['germany']],
  ['ira', ['iran', 'iraq']],
  ['xxxx', []],
  ['atlantis', []],
  ['', []],
])('%j is most like %j', (typed, found) => {
  expect(nearest(typed, WORDS)).toEqual(found);
});
