import { expect, test } from 'vitest';
import { waitingLine } from '../../src/cli/follow-invitation.ts';

const WAITING = 'waiting for the photos';
const UNTIL = new Date(2026, 0, 2, 3, 4).getTime();

test.each([
  [160, 'waiting for the photos, 12 min, the link works until 2026-01-02 03:04; Ctrl-C ends the wait'],
  [80, 'waiting for the photos, 12 min, the link works until 2026-01-02 03:04'],
  [60, 'waiting for the photos, 12 min, until 03:04'],
])('in %i columns the line tells until when the link works', (columns, line) => {
  expect(waitingLine({ waiting: WAITING, elapsedMs: 12 * 60_000, until: UNTIL, width: columns - 3 })).toBe(line);
});

test('of a service that does not tell how long a link works, the line does not either', () => {
  expect(waitingLine({ waiting: WAITING, elapsedMs: 5000, until: undefined, width: 57 })).toBe(
    'waiting for the photos, 5 s',
  );
});
