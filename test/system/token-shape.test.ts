import { expect, test } from 'vitest';
import { tokenProblem } from '../../src/system/token-shape.ts';

test.each(['rcn_0123456789', 'a'.repeat(4096), '!"#$%&~~'])('%s has the shape of a token', (text) => {
  expect(tokenProblem(text)).toBeUndefined();
});

test.each([
  ['', 'is empty'],
  ['tiny-77', 'is too short'],
  ['a'.repeat(4097), 'is too long'],
  ['with space 123', 'a space or a line break'],
  ['trailing-123\n', 'a space or a line break'],
  ['nul\0nul-123', 'a character that no access token has'],
  ['ümlaut-12345', 'a character that no access token has'],
])('%j has not: it %s', (text, problem) => {
  expect(tokenProblem(text)).toContain(problem);
});
