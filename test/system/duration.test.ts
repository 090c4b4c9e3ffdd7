import { expect, test } from 'vitest';
import { parseDuration } from '../../src/system/duration.ts';

test.each([
  ['500ms', 500],
  ['2s', 2_000],
  ['3m', 180_000],
  ['1h', 3_600_000],
  ['1.5m', 90_000],
  ['90s', 90_000],
])('%s is %i ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', '5', '5 s', 's', '-1s', '0s', '0ms', '1e3s', '2S', '3min', '99999h', '1.s', '٣s', '2s\n'])(
  '%j is no duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
);
