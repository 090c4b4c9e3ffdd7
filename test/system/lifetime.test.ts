import { expect, test } from 'vitest';
import { parseLifetime } from '../../src/system/lifetime.ts';

test.each([
  ['30m', 1_800_000],
  ['12h', 43_200_000],
  ['90d', 7_776_000_000],
  ['3650d', 315_360_000_000],
  ['30 minutes', 1_800_000],
  ['12 hours', 43_200_000],
  ['90 days', 7_776_000_000],
  ['1 day', 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(parseLifetime(text)).toBe(ms);
});

test.each([
  '',
  '0d',
  '90',
  '-1d',
  '1.5d',
  '3651d',
  '9999999d',
  '90 d',
  '90  days',
  '2 weeks',
  '90D',
  '2w',
  '1y',
  '1s',
  'd',
])('%j is refused', (text) => {
  expect(parseLifetime(text)).toBeUndefined();
});
