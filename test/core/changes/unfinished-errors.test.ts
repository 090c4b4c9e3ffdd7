import { expect, test } from 'vitest';
import { nothingSent } from '../../../src/core/changes/unfinished-errors.ts';
import { ReconError } from '../../../src/errors.ts';

test.each([
  ['declined', 'nothing was sent', 'nothing was sent'],
  ['interrupted', 'stopped by Ctrl-C; nothing was done', 'stopped by Ctrl-C; nothing was done'],
  ['interrupted', 'stopped by Ctrl-C', 'stopped by Ctrl-C; nothing was sent'],
] as const)('who stops before a change is told once that nothing was sent: %s, %s', (code, message, told) => {
  expect(nothingSent(new ReconError(code, message)).message).toBe(told);
});
