import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { patientFiles } from '../../src/service/domain/files.ts';
import { openInvitedSet } from '../support/invited-set.ts';
import { openService, openStoreOf, storedFileIds, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

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
let name: string;
let sub: string;
let token: string;
let subToken: string;
beforeEach(async () => {
  name = `clinic ${++names}`;
  sub = `desk ${names}`;
  token = (await accounts.add(name)).token;
  subToken = (await accounts.add(sub, name)).token;
});

const listed = async (of: string) => (await accounts.list()).find((one) => one.name === of)!;
const stored = async (of: string) => (await listed(of)).stored;
const create = async (form = {}, by = token) => service.send('POST', '/patients', { token: by, form });
const made = async (form = {}, by = token) =>
  (await service.patient('POST', '/patients', { token: by, form })).patient.id;
const photoBytes = (form: object) =>
  Object.values(form).reduce((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0);

/** What the files of an account and its sub accounts take, from their own rows. */
async function bytesInRows(of: string): Promise<number> {
  const { id } = await listed(of);
  const { store, close } = await openStoreOf(service);
  const rows = await patientFiles(store.db)
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where((account) => account.or([account('accounts.id', '=', id), account('accounts.parent_id', '=', id)]))
    .select('files.size_bytes as bytes')
    .execute();
  await close();
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

test('what is stored is counted, whatever becomes of it', async () => {
  const seen: number[] = [];
  const look = async (patients: [main: number, sub: number]) => {
    const [main, other] = [await stored(name), await stored(sub)];
    expect([main.patients, other.patients]).toEqual(patients);
    expect([main.bytes, other.bytes]).toEqual([await bytesInRows(name), await bytesInRows(sub)]);
    seen.push(main.bytes);
  };
  await look([0, 0]);
  const first = await made(await mammoForm());
  const second = await made();
  await look([2, 0]);
  const update = await service.send('PUT', `/patients/${first}`, { token, form: { ...(await faceForm(2)) } });
  expect(update.status).toBe(200);
  await expect.poll(async () => (await listed(name)).stored.bytes).toBeGreaterThan(seen.at(-1)!);
  const after = await service.send('POST', `/patients/${first}/after`, { token, form: await mammoForm(3) });
  expect(after.status).toBe(201);
  // Models are made beside the requests.
  const jobs = async () => {
    const { store, close } = await openStoreOf(service);
    const left = await store.db.selectFrom('jobs').select('id').where('state', 'in', ['queued', 'running']).execute();
    await close();
    return left.length;
  };
  await expect.poll(jobs).toBe(0);
  await look([2, 0]);
  // A new set takes the place of the earlier one.
  await service.patient('PUT', `/patients/${first}`, { token, form: await mammoForm(4) });
  await expect.poll(jobs).toBe(0);
  await look([2, 0]);
  const { id } = await listed(sub);
  expect((await service.send('POST', `/patients/${first}/transfer/${id}`, { token })).status).toBe(200);
  await look([2, 1]);
  expect((await stored(sub)).bytes).toBe((await stored(name)).bytes);
  expect((await service.send('DELETE', `/patients/${first}`, { token: subToken })).status).toBe(200);
  expect((await service.send('DELETE', `/patients/${second}`, { token })).status).toBe(200);
  await look([0, 0]);
  expect(seen.slice(1, -1).every((bytes) => bytes > 0)).toBe(true);
  expect(seen.at(-1)).toBe(0);
});

test('photos that do not fit are refused whole, and go through under the same key once there is room', async () => {
  const form = { ...(await mammoForm()), 'patient[name]': 'Ana' };
  const bytes = photoBytes(form);
  await accounts.setQuota(name, { bytes: bytes - 1 });
  const before = await storedFileIds(service);
  const request = { token, form, headers: { 'idempotency-key': `over-${names}` } };
  const refused = await service.send('POST', '/patients', request);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({
    code: 'refused',
    detail: expect.stringMatching(
      /^no room left for these photos \([\d.]+ [kM]B\): the account may store [\d.]+ [kM]B, and has 0 kB\. .*recon accounts update NAME --quota SIZE$/,
    ),
  });
  expect(await stored(name)).toEqual({ patients: 0, bytes: 0 });
  expect(await storedFileIds(service)).toEqual(before);
  expect(await readdir(join(service.dataFolder, 'incoming'))).toEqual([]);

  await accounts.setQuota(name, { bytes });
  const taken = await service.send('POST', '/patients', request);
  expect(taken.status).toBe(201);
  const body = await taken.text();
  // The model came on top of it; what had been made is told again all the same.
  expect((await stored(name)).bytes).toBeGreaterThanOrEqual(bytes);
  const again = await service.send('POST', '/patients', request);
  expect([again.status, (JSON.parse(await again.text()) as { patient: { id: number } }).patient.id]).toEqual([
    201,
    (JSON.parse(body) as { patient: { id: number } }).patient.id,
  ]);
});

test('a full account can be read, corrected and emptied, and takes no photo in any way', async () => {
  const id = await made(await mammoForm());
  const invited = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=face`, { token });
  const { invitation_url: invitation } = (await invited.json()) as { invitation_url: string };
  await accounts.setQuota(name, { bytes: 1 });
  const path = `/patients/${id}`;
  expect((await service.send('GET', path, { token })).status).toBe(200);
  expect((await service.send('PUT', path, { token, form: { 'patient[city]': 'Porto' } })).status).toBe(200);
  expect((await create({ 'patient[name]': 'No photos' })).status).toBe(201);
  expect((await service.send('PUT', path, { token, form: await mammoForm(2) })).status).toBe(413);
  expect((await service.send('POST', `${path}/after`, { token, form: await mammoForm(2) })).status).toBe(413);
  const { 'reconstruction[type]': _type, ...photos } = await faceForm();
  const sent = await service.send('POST', new URL(invitation).pathname, { token: null, form: photos });
  expect([sent.status, sent.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  expect(await sent.text()).toContain('no room left for these photos');

  await accounts.setQuota(name, { bytes: null });
  // The invitation was not used up.
  const later = await service.send('POST', new URL(invitation).pathname, { token: null, form: photos });
  expect(later.status).toBe(200);
  expect((await service.send('DELETE', path, { token })).status).toBe(200);
});

test('photos that wait by a link take room: what would leave them none is refused, and they can be sent', async () => {
  const { page } = await openInvitedSet(service);
  const { store, close } = await openStoreOf(service);
  const waiting = await store.db.selectFrom('invited_photos').select('size_bytes as bytes').execute();
  await close();
  const form = await mammoForm(5);
  const all = photoBytes(form) + waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  await accounts.setQuota('main', { bytes: all - 1 });
  expect((await create(form, service.token)).status).toBe(413);
  const sent = await service.send('POST', `${page}/send`, {
    token: null,
    form: { 'reconstruction[nipple_to_nipple]': '21' },
    headers: { 'idempotency-key': 'a-key-of-the-page-1' },
  });
  await accounts.setQuota('main', { bytes: null });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('/sent/')]);
});

test('of twenty creates at once as many are made as there is room for', async () => {
  await accounts.setQuota(name, { patients: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(await refused.json()).toMatchObject({
    detail:
      'the account is full: its limit is 5 patients, and it has 5. Delete patients, or have the operator raise the limit: recon accounts update NAME --max-patients NUMBER',
  });
  expect((await stored(name)).patients).toBe(5);
});

test('a transfer beyond the limit of the other account says whose it is, and not to delete patients', async () => {
  await accounts.setQuota(sub, { patients: 0 });
  const id = await made();
  const { id: subId } = (await accounts.list()).find((one) => one.name === sub)!;
  const refused = await service.send('POST', `/patients/${id}/transfer/${subId}`, { token });
  const { detail } = (await refused.json()) as { detail: string };
  expect(detail).toContain('the account that would get the patient is full: its limit is 0 patients');
  expect(detail).toContain('Have the operator raise its limit');
  expect(detail).not.toContain('Delete');
});

test('the quota of a main account counts its sub accounts, and a sub account may have a smaller one', async () => {
  await accounts.setQuota(name, { patients: 3 });
  await accounts.setQuota(sub, { patients: 1 });
  const first = await made();
  expect((await create({}, subToken)).status).toBe(201);
  const ofSub = await create({}, subToken);
  expect([ofSub.status, await ofSub.text()]).toEqual([409, expect.stringContaining('the account is full')]);
  await accounts.setQuota(name, { patients: 2 });
  expect((await create()).status).toBe(409);
  const ofMain = await create({}, subToken);
  expect([ofMain.status, await ofMain.text()]).toEqual([409, expect.stringContaining('the main account is full')]);
  const { id } = await listed(sub);
  const give = () => service.send('POST', `/patients/${first}/transfer/${id}`, { token });
  expect((await give()).status).toBe(409);
  expect((await service.send('GET', `/patients/${first}`, { token })).status).toBe(200);
  await accounts.setQuota(sub, { patients: null });
  // The main account is full, and nothing is added to it.
  expect((await give()).status).toBe(200);
  expect([(await stored(name)).patients, (await stored(sub)).patients]).toEqual([2, 2]);
  const back = await service.send('POST', `/recon/patients/${first}/give-back`, { token: subToken });
  expect(back.status).toBe(200);
  expect([(await stored(name)).patients, (await stored(sub)).patients]).toEqual([2, 1]);
});

test('a quota that is lower than what is stored takes nothing away', async () => {
  for (let patients = 0; patients < 3; patients++) await made();
  await accounts.setQuota(name, { patients: 1 });
  expect((await stored(name)).patients).toBe(3);
  expect((await create()).status).toBe(409);
  expect(await listed(name)).toMatchObject({ quotaPatients: 1, quotaBytes: null });
});

test('an account is told what it may have at most: of its own limit and that of its main account the tighter one', async () => {
  const room = async (by: string) => await (await service.send('GET', '/recon/room', { token: by })).json();
  await made({}, token);
  expect(await room(token)).toEqual({ patients: null, storage: null });
  await accounts.setQuota(name, { patients: 10, bytes: 5_000_000 });
  await made(await faceForm(), subToken);
  const bytes = await bytesInRows(name);
  const ofMain = { limit: 10, stored: 2, of_main: true };
  const storage = { limit: 5_000_000, stored: bytes, of_main: false };
  expect(await room(token)).toEqual({ patients: { ...ofMain, of_main: false }, storage });
  await accounts.setQuota(sub, { patients: 20 });
  expect(await room(subToken)).toEqual({ patients: ofMain, storage: { ...storage, of_main: true } });
  await accounts.setQuota(sub, { patients: 1 });
  expect(await room(subToken)).toMatchObject({ patients: { limit: 1, stored: 1, of_main: false } });
});
