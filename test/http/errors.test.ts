import { expect, test } from 'vitest';
import { failureOfStatus, outcomeUnknown } from '../../src/http/errors.ts';

const errorOf = (status: number, text: string) =>
  failureOfStatus({ status, headers: {}, text }, { kind: 'change', hasFile: false }, 0).error;

test.each([
  [409, '{"detail":"left.jpg shows two people"}', 'left.jpg shows two people'],
  [401, 'recon login is of no use (409): ask us', 'recon login is of no use (409): ask us'],
  [500, '', undefined],
])('what a service says with a %i is a field of the error, and no command of ours', (status, text, said) => {
  const error = errorOf(status, text);
  expect(error.said).toBe(said);
  expect(error.with({ message: 'other words' }).said).toBe(said);
  expect(outcomeUnknown(error).said).toBe(said);
});
