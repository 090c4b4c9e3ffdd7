import { expect, test } from 'vitest';
import { pathId, readId } from '../../src/core/ids.ts';

const TOO_LARGE = '9007199254740993';

test('a typed id above 2^53 is a usage error; one of an answer is no answer of the interface', () => {
  expect(() => readId(TOO_LARGE)).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(() => pathId(TOO_LARGE)).toThrow(expect.objectContaining({ code: 'protocol' }));
});

test.each(['007', '7'])('%s is the id 7', (text) => {
  expect([readId(text), pathId(text)]).toEqual(['7', '7']);
});
