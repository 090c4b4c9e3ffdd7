import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import type { Problem } from '../../src/contract/problem.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { openService, type TestForm, type TestService, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';
import { ENDS_WITHIN_MS, endlessUpload, endsInTime, slowDownload, waitingCreate } from '../support/under-way.ts';

let service: TestService;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
beforeAll(async () => {
  service = await openService();
  accounts = await openAccounts(service.places);
});
afterAll(async () => {
  await accounts.close();
  await service.close();
});

let names = 0;
/** An account of its own for a test, with the token that it began with. */
async function newAccount() {
  const name = `account ${++names}`;
  return { name, ...(await accounts.add(name, 'main')) };
}
const add = async (
  name: string,
  label: string,
  more: { scope?: 'read' | 'write' | 'admin'; lifetimeMs?: number } = {},
) => (await accounts.addToken(name, { label, scope: 'write', ...more })).token;
const status = async (token: string, method = 'GET') => (await service.send(method, '/patients', { token })).status;
const tokensOf = async (name: string) => {
  const { id } = (await accounts.list()).find((one) => one.name === name)!;
  return (await accounts.listTokens()).filter(({ accountId }) => accountId === id);
};

test('an account has several tokens; one that is revoked stops, the others go on', async () => {
  const { name, token } = await newAccount();
  const [desk, nurse] = [await add(name, 'front desk'), await add(name, 'Dr. Żółć’s phone')];
  expect(new Set([token, desk, nurse]).size).toBe(3);
  expect(await Promise.all([token, desk, nurse].map((one) => status(one)))).toEqual([200, 200, 200]);
  await accounts.revokeToken(name, 'front desk');
  const { id } = (await tokensOf(name)).find(({ label }) => label.startsWith('Dr.'))!;
  await accounts.revokeToken(name, String(id));
  expect(await Promise.all([token, desk, nurse].map((one) => status(one)))).toEqual([200, 401, 401]);
  const problem = await service.problem('GET', '/patients', { token: desk });
  expect(problem).toMatchObject({ status: 401, code: 'not_logged_in' });
  expect(problem.detail).toMatch(/^the access token was revoked\./);
  expect((await tokensOf(name)).map(({ state }) => state)).toEqual(['works', 'revoked', 'revoked']);
});

test('`accounts token` makes a new one, and all others stop', async () => {
  const { name, token } = await newAccount();
  const more = await add(name, 'more', { scope: 'admin' });
  const { token: fresh } = await accounts.newToken(name);
  expect(await Promise.all([token, more, fresh].map((one) => status(one)))).toEqual([401, 401, 200]);
  expect(await status(fresh, 'POST')).toBe(201);
});

test.each([
  ['', 'usage'],
  [' ', 'usage'],
  ['7', 'usage'],
  ['a\nb', 'usage'],
  ['\u001b[31m', 'usage'],
  ['x'.repeat(65), 'usage'],
  ['taken', 'already_exists'],
])('a label %j is refused as %s', async (label, code) => {
  const { name } = await newAccount();
  await add(name, 'taken');
  await expect(add(name, label)).rejects.toMatchObject({ code });
  expect(await tokensOf(name)).toHaveLength(2);
});

test('of two tokens with the same label at once, one is made', async () => {
  const { name } = await newAccount();
  const made = await Promise.allSettled([add(name, 'same'), add(name, 'same')]);
  expect(made.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('nobody’s token, and one that is revoked already, cannot be revoked', async () => {
  const { name } = await newAccount();
  const { name: other } = await newAccount();
  await add(name, 'once');
  const { id } = (await tokensOf(name))[0]!;
  await accounts.revokeToken(name, 'once');
  for (const [account, token] of [
    [name, 'once'],
    [name, 'never'],
    [other, String(id)],
  ] as const) {
    await expect(accounts.revokeToken(account, token)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a token that has expired says so; its label is free again', async () => {
  const { name } = await newAccount();
  const token = await add(name, 'short', { lifetimeMs: 600 });
  expect(await status(token)).toBe(200);
  await expect.poll(() => status(token)).toBe(401);
  expect((await service.problem('GET', '/patients', { token })).detail).toMatch(/^the access token has expired\./);
  expect((await tokensOf(name)).at(-1)).toMatchObject({ label: 'short', state: 'expired' });
  const again = await add(name, 'short', { lifetimeMs: 60_000 });
  expect(await status(again)).toBe(200);
});

test('scopes: read reads, write changes, and what a token lacks is told', async () => {
  const { name } = await newAccount();
  const token = await add(name, 'reader', { scope: 'read' });
  const { patient } = await service.patient('POST', '/patients', { token: await add(name, 'writer') });
  expect((await service.send('GET', `/patients/${patient.id}`, { token })).status).toBe(200);
  const answer = await service.send('DELETE', `/patients/${patient.id}`, { token });
  expect(answer.headers.get('www-authenticate')).toBe(
    'Bearer realm="recon", error="insufficient_scope", scope="write"',
  );
  const problem = (await answer.json()) as Problem;
  expect(problem).toMatchObject({ status: 403, code: 'forbidden', title: 'Forbidden' });
  expect(problem.detail).toContain('the access token has the scope read, and this needs write');
  expect((await service.send('PATCH', `/patients/${patient.id}`, { token })).status).toBe(405);
  expect((await service.send('GET', `/patients/${patient.id}`, { token })).status).toBe(200);
});

test('a disabled account opens nothing, also no picture and no invitation, until it is enabled', async () => {
  const { name, token } = await newAccount();
  const { patient } = await service.patient('POST', '/patients', { token, form: await mammoForm() });
  const invited = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`, { token });
  const { invitation_url: invitation } = (await invited.json()) as { invitation_url: string };
  const picture = patient.reconstructions[0]!.front!;
  const seen = async () => [await status(token), (await fetch(picture)).status, (await fetch(invitation)).status];
  expect(await seen()).toEqual([200, 200, 200]);
  await accounts.setDisabled(name, true);
  const { disabledAt } = (await accounts.list()).find((one) => one.name === name)!;
  await accounts.setDisabled(name, true);
  expect((await accounts.list()).find((one) => one.name === name)!.disabledAt).toBe(disabledAt);
  expect(await seen()).toEqual([401, 404, 404]);
  expect((await service.problem('GET', '/patients', { token })).detail).toMatch(
    /^the account .* is disabled\. Ask .*recon accounts enable/,
  );
  expect((await service.send('GET', '/patients')).status).toBe(200);
  await accounts.setDisabled(name, false);
  expect(await seen()).toEqual([200, 200, 200]);
});

test('a disabled main account takes its sub accounts with it, and gives back those that were not disabled themselves', async () => {
  const [main, sub, other] = [`main ${++names}`, `sub ${names}`, `other sub ${names}`];
  await accounts.add(main);
  const { token } = await accounts.add(sub, main);
  const { token: otherToken } = await accounts.add(other, main);
  const { patient } = await service.patient('POST', '/patients', { token, form: await mammoForm() });
  const invited = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`, { token });
  const { invitation_url: invitation } = (await invited.json()) as { invitation_url: string };
  const picture = patient.reconstructions[0]!.front!;
  const seen = async () => [
    ...[await status(token), await status(otherToken)],
    ...[(await fetch(picture)).status, (await fetch(invitation)).status],
  ];
  await accounts.setDisabled(other, true);
  expect(await seen()).toEqual([200, 401, 200, 200]);
  await accounts.setDisabled(main, true);
  expect(await seen()).toEqual([401, 401, 404, 404]);
  await accounts.setDisabled(main, false);
  expect(await seen()).toEqual([200, 401, 200, 200]);
});

type Accounts = typeof accounts;
const ENDS: [how: string, end: (accounts: Accounts) => Promise<unknown>][] = [
  ['its token is revoked', (one) => one.revokeToken('clinic', 'ends')],
  ['a new token is made', (one) => one.newToken('clinic')],
  ['its account is disabled', (one) => one.setDisabled('clinic', true)],
  ['its main account is disabled', (one) => one.setDisabled('group', true)],
];

describe('what is under way ends within a second', () => {
  let slow: TestService;
  let beside: Accounts;
  let path: string;
  let waiting: TestForm;
  const use = { url: '', token: '' };
  beforeAll(async () => {
    slow = await openService({ workerUrl: workerNamed('huge') });
    beside = await openAccounts(slow.places);
    await beside.add('group');
    const { token } = await beside.add('clinic', 'group');
    const { patient } = await slow.patient('POST', '/patients', { token, form: await mammoForm() });
    path = `/patients/${patient.id}/download?type=mammo`;
    await slow.restart({ workerUrl: workerNamed('hang') });
    waiting = await mammoForm(2);
  });
  afterAll(async () => {
    await beside.close();
    await slow.close();
  });
  const enableAll = async () => {
    for (const name of ['group', 'clinic']) await beside.setDisabled(name, false);
  };
  beforeEach(async () => {
    await enableAll();
    const { token } = await beside.addToken('clinic', { label: 'ends', scope: 'write' });
    Object.assign(use, { url: slow.url, token });
    return () => beside.revokeToken('clinic', 'ends').catch(() => undefined);
  });
  const entries = async () => (await slow.send('GET', '/patients', { token: use.token })).json();

  test.each(ENDS)('a download, a create that waits, an upload and a poll, when %s', async (_, end) => {
    const before = ((await entries()) as PatientsAnswer).meta.total_entries;
    const requests = [slowDownload(use, path), waitingCreate(use, waiting), endlessUpload(use)];
    await Promise.all(requests.map(({ begun }) => begun));
    await expect.poll(async () => ((await entries()) as PatientsAnswer).meta.total_entries).toBe(before + 1);
    await end(beside);
    const ends = endsInTime(requests);
    expect((await slow.send('GET', '/patients', { token: use.token })).status).toBe(401);
    expect(await ends).toEqual(['cut', 'cut', 'cut']);
    // What was made stays, and what was not sent to its end is not there.
    await enableAll();
    const { token } = await beside.newToken('clinic');
    const after = await slow.send('GET', '/patients', { token });
    expect(((await after.json()) as PatientsAnswer).meta.total_entries).toBe(before + 1);
  });

  test('a download ends when its token expires', async () => {
    const { token } = await beside.addToken('clinic', { label: 'expires', scope: 'read', lifetimeMs: 900 });
    const expires = systemClock.sleep(900);
    const download = slowDownload({ ...use, token }, path);
    await download.begun;
    await expires;
    expect(await endsInTime([download])).toEqual(['cut']);
  });

  test('a download by another token of the account goes on', async () => {
    const { token } = await beside.addToken('clinic', { label: 'stays', scope: 'read' });
    const { begun, ended } = slowDownload({ ...use, token }, path);
    await begun;
    await beside.revokeToken('clinic', 'ends');
    const first = await Promise.race([ended, systemClock.sleep(2 * ENDS_WITHIN_MS)]);
    expect(first).toBeUndefined();
    await beside.revokeToken('clinic', 'stays');
    expect(await ended).toBe('cut');
  });
});
