import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openService, openStoreOf, type TestForm, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm, photoFields } from '../support/service-forms.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

let keys = 0;
const newKey = () => `key-${keys++}`;
const post = (path: string, key: string, form: TestForm = {}) =>
  service.send('POST', path, { form, headers: { 'idempotency-key': key } });
const count = async () => (await service.list()).meta.total_entries;

test('every answer says how long keys are remembered', async () => {
  for (const path of ['/patients', '/nothing', '/openapi.json']) {
    expect((await service.send('GET', path)).headers.get('recon-idempotency')).toBe('24h');
  }
});

test('the same request again gets the same answer and makes nothing new', async () => {
  const key = newKey();
  const form = { 'patient[name]': 'Ana', ...(await mammoForm()) };
  const first = await post('/patients', key, form);
  const before = await count();
  const again = await post('/patients', key, form);
  expect([again.status, await again.text()]).toEqual([201, await first.text()]);
  expect(await count()).toBe(before);
});

test('a create that nobody waits for is answered as the first time, though its model is there by then', async () => {
  const key = newKey();
  const form = { 'patient[name]': 'Ana', ...(await mammoForm()), async: 'true' };
  const first = await (await post('/patients', key, form)).text();
  const { id } = (JSON.parse(first) as { patient: { id: number } }).patient;
  const status = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.status;
  await expect.poll(status, { timeout: 10_000 }).toBe('has_3d');
  const again = await post('/patients', key, form);
  expect([again.status, await again.text()]).toEqual([201, first]);
});

test('the order of the parts does not matter, any other part or path does', async () => {
  const key = newKey();
  const form = { 'patient[name]': 'Ana', 'patient[city]': 'Ulm', ...(await faceForm()) };
  await post('/patients', key, form);
  const turned = Object.fromEntries(Object.entries(form).reverse());
  expect((await post('/patients', key, turned)).status).toBe(201);
  const before = await count();
  for (const changed of [{ 'patient[city]': 'Bonn' }, await photoFields(['front'], 4)]) {
    expect((await post('/patients', key, { ...form, ...changed })).status).toBe(422);
  }
  expect((await post('/patients/1/after', key, await faceForm())).status).toBe(422);
  expect(await count()).toBe(before);
});

test('twenty at once make one patient', async () => {
  const key = newKey();
  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('/patients', key, { 'patient[name]': 'Twin' })),
  );
  const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect([...bodies].filter((body) => body.includes('Twin'))).toHaveLength(1);
  expect(await count()).toBe(before + 1);
});

test('a refused request uses no key up', async () => {
  const key = newKey();
  expect((await post('/patients', key, { 'patient[x]': '1' })).status).toBe(422);
  expect((await post('/patients', key, { 'patient[name]': 'Ana' })).status).toBe(201);
});

test('an answer that was lost with the service is given from what was committed', async () => {
  const key = newKey();
  const first = await post('/patients', key, { 'patient[name]': 'Lost' });
  const body = await first.text();
  await service.stop();
  const { store, close } = await openStoreOf(service);
  await store.db.updateTable('idempotency').set({ status: null, body: null }).where('key', '=', key).execute();
  await close();
  await service.restart();
  const again = await post('/patients', key, { 'patient[name]': 'Lost' });
  expect([again.status, await again.text()]).toEqual([201, body]);
});

test('a key whose answer was lost answers with the after that it made, not with a later one', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const path = `/patients/${patient.id}/after`;
  const key = newKey();
  const body = await (await post(path, key, await faceForm())).text();
  await service.stop();
  const { store, close } = await openStoreOf(service);
  await store.db.updateTable('idempotency').set({ status: null, body: null }).where('key', '=', key).execute();
  await close();
  await service.restart();
  expect((await post(path, newKey(), await mammoForm(2))).status).toBe(201);
  const again = await post(path, key, await faceForm());
  expect(again.status).toBe(201);
  expect(fileIds(await again.text())).toEqual(fileIds(body));
});

/** Of the pictures that an answer shows; their host and signature change. */
const fileIds = (body: string) => [...body.matchAll(/\/images\/\d+\/([0-9a-f]+)\?/g)].map(([, id]) => id);

test('after, update, delete and transfer take a key too', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const after = newKey();
  const [one, two] = [
    await post(`/patients/${patient.id}/after`, after, await faceForm()),
    await post(`/patients/${patient.id}/after`, after, await faceForm()),
  ];
  expect(await two.text()).toBe(await one.text());
  const update = { headers: { 'idempotency-key': newKey() }, form: { 'patient[name]': 'New' } };
  const updated = await service.patient('PUT', `/patients/${patient.id}`, update);
  expect(await service.patient('PUT', `/patients/${patient.id}`, update)).toEqual(updated);
  const headers = { 'idempotency-key': newKey() };
  for (let turn = 0; turn < 2; turn++) {
    const answer = await service.send('DELETE', `/patients/${patient.id}`, { headers });
    expect([answer.status, await answer.json()]).toEqual([200, { result: 'success' }]);
  }
  const replay = await post(`/patients/${patient.id}/after`, after, await faceForm());
  expect(replay.status).toBe(404);
});

test('the key of a deleted patient’s create neither shows it nor makes it again', async () => {
  const key = newKey();
  const created = await post('/patients', key, { 'patient[name]': 'Gone' });
  const { patient } = (await created.json()) as { patient: { id: number } };
  await service.send('DELETE', `/patients/${patient.id}`);
  const before = await count();
  expect((await post('/patients', key, { 'patient[name]': 'Gone' })).status).toBe(409);
  expect(await count()).toBe(before);
});

test('a day later a key is free again', async () => {
  let now = Date.now();
  const other = await openService({ clock: { ...systemClock, now: () => now } });
  const request = { headers: { 'idempotency-key': 'k' }, form: { 'patient[name]': 'Ana' } };
  const first = await other.patient('POST', '/patients', request);
  now += 24 * 3_600_000 - 1;
  expect(await other.patient('POST', '/patients', request)).toEqual(first);
  now += 1;
  expect((await other.patient('POST', '/patients', request)).patient.id).toBe(first.patient.id + 1);
  await other.close();
});

test('a key that is no key is 400', async () => {
  expect((await post('/patients', 'a b')).status).toBe(400);
  expect((await post('/patients', 'x'.repeat(256))).status).toBe(400);
});
