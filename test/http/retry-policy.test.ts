import { describe, expect, test } from 'vitest';
import { ReconError } from '../../src/errors.ts';
import { retryAfterMs } from '../../src/http/errors.ts';
import { backoffMs, decide, type Situation } from '../../src/http/retry-policy.ts';

const error = new ReconError('unavailable', 'The service failed (503)');
const situation = (
  over: Partial<Situation> & { applied?: 'no' | 'maybe'; retry?: boolean; after?: number },
): Situation => ({
  kind: 'read',
  failure: {
    applied: over.applied ?? 'no',
    retry: over.retry ?? true,
    error: error.with({ retryAfterMs: over.after }),
  },
  attempt: 1,
  failuresInARow: 1,
  leftMs: 120_000,
  random: 0.5,
  ...over,
});

const outcome = (given: Situation) => {
  const decision = decide(given);
  return decision.act === 'retry' ? decision.delayMs : decision.error.code;
};

describe('decide', () => {
  test.each<[string, Parameters<typeof situation>[0], number | string]>([
    ['a read that surely failed is tried again', { applied: 'no' }, 500],
    ['a read that may have arrived too', { applied: 'maybe' }, 500],
    ['a change that surely failed is tried again', { kind: 'change', applied: 'no' }, 500],
    ['a change that may have arrived is not', { kind: 'change', applied: 'maybe' }, 'outcome_unknown'],
    ['not even where trying again might help', { kind: 'change', applied: 'maybe', retry: true }, 'outcome_unknown'],
    ['a permanent failure stops a read', { retry: false }, 'unavailable'],
    ['and a change', { kind: 'change', retry: false }, 'unavailable'],
    ['the second try waits up to twice as long', { attempt: 2 }, 1000],
    ['the third up to four times', { attempt: 3 }, 2000],
    ['the fourth was the last', { attempt: 4 }, 'unavailable'],
    ['a service that failed 20 times in a row is left alone', { failuresInARow: 20 }, 'unavailable'],
    ['Retry-After is a lower bound', { after: 7000 }, 7000],
    ['60 s are waited for', { after: 60_000 }, 60_000],
    ['more than 60 s are not', { after: 60_001 }, 'unavailable'],
    ['Retry-After of 0 leaves the back-off', { after: 0 }, 500],
    ['a pause beyond the time left stops', { after: 5000, leftMs: 4000 }, 'unavailable'],
    ['no jitter at all is possible', { random: 0 }, 0],
  ])('%s', (_, given, expected) => {
    expect(outcome(situation(given))).toBe(expected);
  });

  test('an unknown outcome keeps what the service said', () => {
    const refused = new ReconError('unavailable', 'The service failed (503)', { status: 503, requestId: 'r-1' });
    const decision = decide({
      ...situation({ kind: 'change' }),
      failure: { applied: 'maybe', retry: true, error: refused },
    });
    expect(decision).toMatchObject({
      act: 'reconcile',
      error: { code: 'outcome_unknown', status: 503, requestId: 'r-1' },
    });
  });
});

test.each([
  [1, 0, 0],
  [1, 1, 1000],
  [2, 1, 2000],
  [3, 1, 4000],
  [4, 1, 8000],
  [9, 1, 8000],
])('back-off after try %i with jitter %d is %i ms', (attempt, random, expected) => {
  expect(backoffMs(attempt, random)).toBe(expected);
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-10T12:00:00Z');
  const date = 'Sat, 10 Jan 2026 00:00:00 GMT';
  test.each([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': ' 30 ' }, 30_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'abc' }, undefined],
    [{ 'retry-after': '1e9' }, undefined],
    [{ 'retry-after': '1.5' }, undefined],
    [{ 'retry-after': '1000000000' }, 1e12],
    // The local clock is half a day ahead of the service; only the distance to its own Date counts.
    [{ 'retry-after': 'Sat, 10 Jan 2026 00:00:07 GMT', date }, 7000],
    [{ 'retry-after': 'Fri, 09 Jan 2026 23:59:00 GMT', date }, 0],
    [{ 'retry-after': 'Sat, 10 Jan 2026 12:00:09 GMT' }, 9000],
    [{ 'retry-after': 'Saturday, 10-Jan-26 00:00:07 GMT', date }, 7000],
  ])('%j → %s', (headers: Record<string, string>, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected);
  });
});
