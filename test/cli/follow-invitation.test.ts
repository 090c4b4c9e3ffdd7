import { expect, test } from 'vitest';
import { waitingLine } from '../../src/cli/follow-invitation.ts';

const UNTIL = new Date(2026, 0, 2, 3, 4).getTime();

test.each([
  [160, 'waiting for the photos, 12 min, the link works until 2026-01-02 03:04'],
  [80, 'waiting for the photos, 12 min, the link works until 2026-01-02 03:04'],
  [60, 'waiting for the photos, 12 min, until 03:04'],
])('in %i columns the line tells until when the link works', (columns, line) => {
  expect(waitingLine(12 * 60_000, UNTIL, columns - 3)).toBe(line);
});

test('of a service that does not tell how long a link works, the line does not either', () => {
  expect(waitingLine(5000, undefined, 57)).toBe('waiting for the photos, 5 s');
});
