import { expect, test } from 'vitest';
import { sinceTime } from '../../../src/cli/request/since.ts';

const noon = new Date(2026, 2, 1, 12).getTime();

test.each([
  ['today', new Date(2026, 2, 1)],
  ['yesterday', new Date(2026, 1, 28)],
  ['2026-02-27', new Date(2026, 1, 27)],
  ['2h', new Date(2026, 2, 1, 10)],
  ['30s', new Date(2026, 2, 1, 11, 59, 30)],
  ['1.5h', new Date(2026, 2, 1, 10, 30)],
  ['30d', new Date(2026, 0, 30, 12)],
  ['week', new Date(2026, 1, 22, 12)],
  ['month', new Date(2026, 0, 30, 12)],
])('%s', (typed, time) => {
  expect(sinceTime(typed, noon)).toBe(time.getTime());
});

test.each(['noon', '2026-02-30'])('%s is no time', (typed) => {
  expect(() => sinceTime(typed, noon)).toThrow('or a day like 2026-01-31, today, yesterday, week or month');
});

/** A Monday. */
const monday = new Date(2026, 10, 30, 9).getTime();

test.each([
  ['monday', '2026-11-23'],
  ['Sun', '2026-11-29'],
  ['last tuesday', '2026-11-24'],
  ['noon', '7d'],
  ['monkey', '7d'],
])('%s leads to a line with %s', (typed, time) => {
  const hint = `the same command with --since ${time}`;
  expect(() => sinceTime(typed, monday)).toThrow(expect.objectContaining({ hint }));
  expect(sinceTime(time, monday)).toBeLessThan(monday);
});
