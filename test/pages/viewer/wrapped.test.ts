import { expect, test } from 'vitest';
import { wrapped } from '../../../src/pages/viewer/wrapped.ts';

test.each([
  ['a b', ['a b']],
  ['four by four words', ['four by', 'four', 'words']],
  ['one incomprehensible', ['one', 'incompre', 'hensible']],
  ['', ['']],
])('words below a picture are wrapped and never cut off: %j', (text, lines) => {
  expect(wrapped(text, (part) => part.length <= 8)).toEqual(lines);
});
