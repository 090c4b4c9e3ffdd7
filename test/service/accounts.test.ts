import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { openService } from '../support/running-service.ts';

let folder: string;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-accounts-'));
  accounts = await openAccounts({ dataFolder: folder });
});
afterAll(async () => {
  await accounts.close();
  await rm(folder, { recursive: true, force: true });
});

test('there is always the own main account; others go under it or beside it', async () => {
  await accounts.add('Dr. Sub', 'main');
  await accounts.add('clinic-2');
  const usual = { disabledAt: null, quotaBytes: null, quotaPatients: null, stored: { patients: 0, bytes: 0 } };
  expect(await accounts.list()).toEqual([
    { id: 1, name: 'main', parentId: null, ...usual },
    { id: 2, name: 'Dr. Sub', parentId: 1, ...usual },
    { id: 3, name: 'clinic-2', parentId: null, ...usual },
  ]);
});

test.each<[[string, string?], string]>([
  [['main'], 'already_exists'],
  [['third', 'nobody'], 'not_found'],
  [['third', 'Dr. Sub'], 'usage'],
  [[''], 'usage'],
  [['a\u0000b'], 'usage'],
  [['\u001b[31m'], 'usage'],
  [['x'.repeat(65)], 'usage'],
])('add %j is refused as %s', async (args, code) => {
  await expect(accounts.add(...args)).rejects.toMatchObject({ code });
  expect(await accounts.list()).toHaveLength(3);
});

test('a token for nobody is refused', async () => {
  await expect(accounts.newToken('nobody')).rejects.toMatchObject({ code: 'not_found' });
});

test('while the service runs, a new account can log in at once and a revoked token no longer', async () => {
  const service = await openService();
  const beside = await openAccounts(service.places);
  const { token } = await beside.add('desk', 'main');
  expect((await service.send('GET', '/patients', { token })).status).toBe(200);
  const { token: next } = await beside.newToken('desk');
  expect((await service.send('GET', '/patients', { token })).status).toBe(401);
  expect((await service.send('GET', '/patients', { token: next })).status).toBe(200);
  await beside.close();
  await service.close();
});

test('how many patients each account has itself is told, of those that have some', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const beside = await openAccounts(service.places);
  onTestFinished(() => beside.close());
  const { token } = await beside.add('desk', 'main');
  await beside.add('empty', 'main');
  for (let count = 0; count < 3; count++) await service.patient('POST', '/patients', { token });
  expect(await beside.withPatients()).toEqual([{ name: 'desk', patients: 3 }]);
  await service.patient('POST', '/patients');
  expect(await beside.withPatients()).toEqual([
    { name: 'main', patients: 1 },
    { name: 'desk', patients: 3 },
  ]);
});
