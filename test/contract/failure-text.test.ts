import { expect, test } from 'vitest';
import { failureText, reasonsIn } from '../../src/contract/failure-text.ts';

test('one reason is told as ever', () => {
  const text = failureText([{ sentence: 'the front photo is blurred', advice: 'Take it again' }]);
  expect(text).toBe('the front photo is blurred. Take it again');
  expect(reasonsIn(text)).toEqual([text]);
});

test('of several reasons the first comes first, and an advice for two stands once', () => {
  const text = failureText([
    { sentence: 'the left photo is blurred', advice: 'Take it again' },
    { sentence: 'the front photo is blurred', advice: 'Take it again' },
    { sentence: 'the right photo is too dark', advice: '' },
  ]);
  expect(text).toBe(
    'the left photo is blurred. Also: the front photo is blurred. Take it again. Also: the right photo is too dark',
  );
  expect(reasonsIn(text)).toEqual([
    'the left photo is blurred',
    'the front photo is blurred. Take it again',
    'the right photo is too dark',
  ]);
});
