import { expect, test } from 'vitest';
import { failureOfStatus, outcomeUnknown } from '../../src/http/errors.ts';

const errorOf = (status: number, text: string, headers: Record<string, string> = {}) =>
  failureOfStatus({ status, headers, text }, { kind: 'change', hasFile: false }, 0).error;

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

test.each([
  ['Bearer realm="recon", error="insufficient_scope", scope="write"', 'write'],
  ['bearer ERROR=insufficient_scope, Scope="patients:write files"', 'patients:write files'],
  ['Basic realm="x", Bearer error="insufficient_scope",scope="admin"', 'admin'],
])('a 403 that asks for a scope says which: %s', (challenge, scope) => {
  const error = errorOf(403, '{"detail":"no"}', { 'www-authenticate': challenge });
  expect(error).toMatchObject({
    code: 'forbidden',
    message: `the access token may not do that; it needs the scope ${JSON.stringify(scope)}`,
    hint: { command: ['login'], because: 'with a token that has it' },
    said: 'no',
  });
});

test.each([
  undefined,
  '',
  'Bearer realm="x"',
  'Bearer error="insufficient_scope"',
  'Bearer error="insufficient_scope", scope=""',
  'Bearer error="invalid_token", scope="write"',
  'Bearer error="insufficient_scope", scope="\u001b[31m"',
  `Bearer error="insufficient_scope", scope="${'x'.repeat(101)}"`,
])('a 403 that names no scope is one of the account: %s', (challenge) => {
  const error = errorOf(403, '{"detail":"no"}', challenge === undefined ? {} : { 'www-authenticate': challenge });
  expect(error).toMatchObject({ code: 'forbidden', message: 'this account may not do that: no' });
});
