import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../src/service/start.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
let branchId: number;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  await accounts.add('branch', 'main');
  branchId = (await accounts.list()).find(({ name }) => name === 'branch')!.id;
  await accounts.close();
});
afterAll(() => service.close());

const newId = async () => (await service.patient('POST', '/patients')).patient.id;
const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
  rawRequest(service.url, {
    method,
    path,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
    body: Buffer.from(body),
  });

test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])(
  'a %s body that is empty is no reason against a delete or a transfer',
  async (type) => {
    for (const headers of [{ 'content-length': '0' }, { 'transfer-encoding': 'chunked' }]) {
      const all = { 'content-type': type, ...headers };
      expect((await send('DELETE', `/patients/${await newId()}`, all)).status).toBe(200);
      expect((await send('POST', `/patients/${await newId()}/transfer/${branchId}`, all)).status).toBe(200);
      expect((await send('DELETE', '/patients/999999', all)).status).toBe(404);
    }
  },
);

test('a body of JSON that is not empty is 415, as is an empty one where a form belongs', async () => {
  const json = { 'content-type': 'application/json' };
  const id = await newId();
  expect((await send('DELETE', `/patients/${id}`, { ...json, 'content-length': '2' }, '{}')).status).toBe(415);
  expect((await send('POST', '/patients', { ...json, 'content-length': '0' })).status).toBe(415);
  expect((await send('PUT', `/patients/${id}`, { ...json, 'content-length': '0' })).status).toBe(415);
  expect((await send('POST', '/nothing', json, '{}')).status).toBe(404);
  expect((await service.patient('GET', `/patients/${id}`)).patient.id).toBe(id);
});
