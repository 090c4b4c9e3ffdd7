import { expect, test } from 'vitest';
import { ago, agoAndDate, roughDuration } from '../../../src/cli/output/ago.ts';

const NOW = new Date(2026, 0, 10, 15, 0, 0).getTime();
const before = (ms: number) => new Date(NOW - ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [-5 * MINUTE, 'just now'],
  [61_000, '1 min ago'],
  [59 * MINUTE, '59 min ago'],
  [3 * HOUR, '3 h ago'],
  [14.9 * HOUR, '14 h ago'],
  [15.1 * HOUR, 'yesterday'],
  [38 * HOUR, 'yesterday'],
  [40 * HOUR, '2 days ago'],
  [6 * DAY, '6 days ago'],
  [7 * DAY, '2026-01-03'],
  [-3 * DAY, '2026-01-13'],
])('%i ms ago reads %j', (ms, words) => {
  expect(ago(before(ms), NOW)).toBe(words);
});

test.each([
  [3 * HOUR, '3 h ago'],
  [15.1 * HOUR, 'yesterday, 2026-01-09'],
  [38 * HOUR, 'yesterday, 2026-01-09'],
  [6 * DAY, '6 days ago, 2026-01-04'],
  [7 * DAY, '2026-01-03'],
  [-3 * DAY, '2026-01-13'],
])('%i ms ago reads with its date %j, from yesterday on', (ms, words) => {
  expect(agoAndDate(before(ms), NOW)).toBe(words);
});

test.each(['', 'soon', '2026', '2026-13-40T99:99'])('%j, which is no time, stays', (text) => {
  expect(ago(text, NOW)).toBe(text);
});

test.each([
  [-5, '0 s'],
  [40_999, '40 s'],
  [150_000, '2 min'],
  [5 * HOUR, '5 h'],
  [30 * HOUR, '1 day'],
  [50 * HOUR, '2 days'],
])('%i ms is roughly %s', (ms, words) => {
  expect(roughDuration(ms)).toBe(words);
});
