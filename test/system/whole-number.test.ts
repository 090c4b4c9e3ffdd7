import { expect, test } from 'vitest';
import { wholeNumber } from '../../src/system/whole-number.ts';

test.each([
  ['1', 1],
  ['007', 7],
  ['64', 64],
  ['0', undefined],
  ['65', undefined],
  ['', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1.0', undefined],
  ['1e1', undefined],
  [' 1', undefined],
  ['1\n', undefined],
  ['٣', undefined],
  ['9'.repeat(400), undefined],
])('%j from 1 to 64 is %s', (text, expected) => expect(wholeNumber(text, 1, 64)).toBe(expected));
