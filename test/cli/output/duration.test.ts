import { expect, test } from 'vitest';
import { formatDuration } from '../../../src/cli/output/duration.ts';

test.each([
  [0, '0 s'],
  [44_600, '45 s'],
  [60_000, '1 min'],
  [150_000, '2 min 30 s'],
  [3_900_000, '1 h 5 min'],
  [7_200_000, '2 h'],
  [-5, '0 s'],
])('%i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
