import { expect, test } from 'vitest';
import { failureOfStatus, outcomeUnknown } from '../../src/http/errors.ts';
import { CHECK_URL } from '../../src/http/failure.ts';

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
  [401, {}, 'a new token in RECON_TOKEN, which goes before a login'],
  [403, {}, 'a token of another account in RECON_TOKEN, which goes before a login'],
  [
    403,
    { 'www-authenticate': 'Bearer error="insufficient_scope", scope="admin"' },
    'a token that has it in RECON_TOKEN, which goes before a login',
  ],
])('nobody is told to log in (%i) where a token of the environment goes before that', (status, headers, hint) => {
  const asked = { kind: 'read', hasFile: false, tokenPlace: 'RECON_TOKEN' } as const;
  expect(failureOfStatus({ status, headers, text: '' }, asked, 0).error.hint).toBe(hint);
});

test('who may not do it is not told to restart the service, which makes a token of the same account', () => {
  const tokenPlace = { before: 'stop the service and start it again', command: ['serve'] };
  const hintOf = (status: number) =>
    failureOfStatus({ status, headers: {}, text: '' }, { kind: 'change', hasFile: false, tokenPlace }, 0).error.hint;
  expect(hintOf(401)).toBe(tokenPlace);
  expect(hintOf(403)).toEqual({ command: ['login'], because: 'with a token of another account' });
});

test.each([
  ['the account of the access token is disabled. Ask us', /^asking whoever runs the service to enable the account/],
  ['Account "clinic" has been suspended', /^asking whoever runs the service to enable the account/],
  ['this account has no such token', { command: ['login'] }],
  ['log in with your account. Cookies are disabled', { command: ['login'] }],
])('nobody is told to get a new token where the account is disabled: %s', (detail, hint) => {
  const found = errorOf(401, JSON.stringify({ detail })).hint;
  if (hint instanceof RegExp) expect(found).toMatch(hint);
  else expect(found).toEqual(hint);
});

test('what the service says of the token and whom to ask is told once', () => {
  const detail = 'the account of the access token is disabled. Ask whoever runs the service to enable it: recon x';
  const { message, hint } = errorOf(401, JSON.stringify({ detail }));
  expect([message, hint]).toEqual([detail, undefined]);
  expect(errorOf(401, '{"detail":"the access token was revoked"}').message).toBe('the access token was revoked');
});

test.each([
  ['application/problem+json; charset=utf-8', '{"detail":"there is no such patient"}', undefined],
  ['application/json', '{"error":"Patient 7 was not found"}', undefined],
  ['application/problem+json; charset=utf-8', '{"detail":"there is nothing at this path"}', CHECK_URL],
  ['application/json', '{"message":"Not Found"}', CHECK_URL],
  ['application/json', '{}', CHECK_URL],
  ['text/html', '<title>404 no such patient</title>', CHECK_URL],
])('a 404 of the interface is no doubt about the base URL: %s %s', (type, text, hint) => {
  expect(errorOf(404, text, { 'content-type': type }).hint).toEqual(hint);
});

const NO_ROOM = 'the account has no room left for these photos: it may store 1 KB. Delete patients';
const ROOM = 'the same command when there is room';
test.each([
  ['', 'the service refused the data as too large (413)', 'smaller photos'],
  [
    '<h1>413 Request Entity Too Large</h1>',
    'the service refused the data as too large (413): 413 Request Entity Too Large',
    'smaller photos',
  ],
  [`{"detail":"${NO_ROOM}"}`, `the service refused the data (413): ${NO_ROOM}`, ROOM],
  ['{"error":"Quota exceeded"}', 'the service refused the data (413): Quota exceeded', ROOM],
])('a 413 of a full account asks for no smaller photos: %s', (text, message, hint) => {
  const { error } = failureOfStatus({ status: 413, headers: {}, text }, { kind: 'change', hasFile: true }, 0);
  expect(error).toMatchObject({ message, hint });
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

test('a 403 for a foreign host name is one of the address, whatever the token', () => {
  const error = errorOf(403, '{"detail":"the service does not answer under this host name"}', {});
  expect(error).toMatchObject({
    code: 'forbidden',
    message: 'the service refuses this address (403): the service does not answer under this host name',
    hint: { command: ['config', 'list'] },
  });
});

test.each([
  [500, {}, 'maybe'],
  [503, {}, 'maybe'],
  [503, { 'recon-change': 'made' }, 'maybe'],
  [500, { 'recon-change': 'not-made' }, 'no'],
  [503, { 'recon-change': 'not-made' }, 'no'],
  [408, { 'recon-change': 'not-made' }, 'no'],
] as const)('a change that failed with %i %j is applied: %s', (status, headers, applied) => {
  const answer = { status, headers: { ...headers }, text: '' };
  expect(failureOfStatus(answer, { kind: 'change', hasFile: false }, 0).applied).toBe(applied);
});

test('a change that a full disk refuses is not tried again within seconds', () => {
  const text = JSON.stringify({ detail: 'the service has no space left' });
  const retryOf = (status: number, kind: 'read' | 'change', body = text) =>
    failureOfStatus({ status, headers: { 'recon-change': 'not-made' }, text: body }, { kind, hasFile: false }, 0).retry;
  expect([retryOf(503, 'change'), retryOf(503, 'read'), retryOf(503, 'change', '')]).toEqual([false, true, true]);
});

test.each([
  [503, 'the service has no space left'],
  [507, 'full'],
])('a full disk (%i) is the operator’s to mend, and no matter of seconds', (status, detail) => {
  const error = errorOf(status, JSON.stringify({ detail }), { 'retry-after': '5' });
  expect(error.hint).toBe('the same command once the operator has made room');
});

test.each([
  ['5', /^the same command again in 5 s$/],
  ['90', /^the same command again in 90 s, after \d{4}-\d\d-\d\d \d\d:02$/],
])('of a wait of %s s a person is told as clocks here show it', (seconds, hint) => {
  expect(errorOf(503, '', { 'retry-after': seconds }).hint).toMatch(hint);
});

test.each([
  [409, 'the main account is full: its limit is 2 patients, and it has 2. Delete patients'],
  [413, 'no room left for these photos (1.2 MB): the account may store 1 MB, and has 0.3 MB. Delete patients'],
  [413, NO_ROOM],
  [422, 'Storage quota exceeded'],
])('who has no room left (%i) is told to make some', (status, detail) => {
  const { message, hint } = errorOf(status, JSON.stringify({ detail }));
  expect(message).toContain(detail);
  expect(hint).toBe(ROOM);
});
