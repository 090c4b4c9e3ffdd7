import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Patient } from '../../src/contract/patient.ts';
import {
  openService,
  removeStored,
  storedFileIds,
  type TestForm,
  type TestService,
  workerNamed,
} from '../support/running-service.ts';
import { faceForm, mammoForm, photoFields, photoOf } from '../support/service-forms.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const create = async (form: TestForm = {}, at = service) => (await at.patient('POST', '/patients', { form })).patient;
const get = async (id: number, at = service) => (await at.patient('GET', `/patients/${id}`)).patient;
const ready = (id: number) => expect.poll(async () => (await get(id)).reconstructions[0]?.status).toBe('has_3d');

test('only what is sent changes', async () => {
  const patient = await create({ 'patient[name]': 'Ana', 'patient[city]': 'Ulm', 'patient[country]': 'DE' });
  const answer = await service.patient('PUT', `/patients/${patient.id}`, {
    form: { 'patient[city]': 'Köln', 'patient[state]': '' },
  });
  const { updated_at: _, ...rest } = patient;
  expect(answer.patient).toMatchObject({ ...rest, city: 'Köln', state: '' });
  expect(await get(patient.id)).toEqual(answer.patient);
  expect((await service.list('?name=ana')).patients.map(({ id }) => id)).toContain(patient.id);
  await service.patient('PUT', `/patients/${patient.id}`, { form: { 'patient[name]': 'Béa' } });
  expect((await service.list('?name=bea')).patients.map(({ id }) => id)).toEqual([patient.id]);
});

test('an update without anything is fine and changes nothing', async () => {
  const patient = await create({ 'patient[name]': 'Ana' });
  expect((await service.patient('PUT', `/patients/${patient.id}`)).patient).toEqual(patient);
});

test.each(['reconstruction[back]', 'reconstruction[provider]', 'async', 'patient[height]'])(
  'a PUT has no %s',
  async (field) => {
    const patient = await create();
    const value = field === 'reconstruction[back]' ? await photoOf('back') : '4';
    const problem = await service.problem('PUT', `/patients/${patient.id}`, { form: { [field]: value } });
    expect(problem).toMatchObject({ status: 422, errors: [{ field, message: 'is not a field of this operation' }] });
  },
);

test('a patient without a reconstruction gets its first by an update', async () => {
  const patient = await create();
  const form = { 'reconstruction[type]': 'body', ...(await photoFields(['left'])) };
  const problem = await service.problem('PUT', `/patients/${patient.id}`, { form });
  expect(problem.errors?.map(({ field }) => field)).toEqual([
    'reconstruction[front]',
    'reconstruction[right]',
    'reconstruction[hipline]',
  ]);
  const answer = await service.patient('PUT', `/patients/${patient.id}`, { form: await mammoForm() });
  expect(answer.async).toBe('true');
  expect(answer.patient.reconstructions).toMatchObject([{ type: 'MammoReconstruction', status: 'processing' }]);
  expect(answer.patient.reconstructions[0]).not.toHaveProperty('simulations');
  await ready(patient.id);
});

test('what is not sent is taken from the stored reconstruction, and the replaced one leaves no file', async () => {
  const patient = await create({ ...(await mammoForm(2)), 'reconstruction[provider]': '6' });
  const files = await countFiles();
  const front = await photoOf('front', 7);
  await service.patient('PUT', `/patients/${patient.id}`, {
    form: { 'reconstruction[front]': front, 'reconstruction[nipple_to_nipple]': '19' },
  });
  await ready(patient.id);
  const [after] = (await get(patient.id)).reconstructions;
  expect(await shown(after!.left)).toBe(sha256(await photoOf('left', 2)));
  expect(await shown(after!.right)).toBe(sha256(await photoOf('right', 2)));
  expect(await shown(after!.front)).toBe(sha256(front));
  expect(after!.mesaures).toEqual({ nipple_to_nipple: 19 });
  // The old files go once the new ones are shown.
  await expect.poll(countFiles).toBe(files);
});

test('with two types the type must be said', async () => {
  const patient = await create(await mammoForm());
  await service.patient('PUT', `/patients/${patient.id}`, { form: await faceForm() });
  const problem = await service.problem('PUT', `/patients/${patient.id}`, { form: await photoFields(['front'], 3) });
  expect(problem.errors).toMatchObject([{ field: 'reconstruction[type]' }]);
  expect((await get(patient.id)).reconstructions.map(({ type }) => type)).toEqual([
    'MammoReconstruction',
    'FaceReconstruction',
  ]);
});

test('while it is in progress only the patient fields are applied, and a warning says so', async () => {
  const slow = await openService({ readyAfterMs: 600_000 });
  const { id, reconstructions } = await create({ ...(await mammoForm()), async: 'true' }, slow);
  const answer = await slow.send('PUT', `/patients/${id}`, {
    form: { 'patient[name]': 'New', 'reconstruction[nipple_to_nipple]': '30' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('warning')).toMatch(/^199 recon ".*not changed/);
  const { patient } = (await answer.json()) as { patient: Patient };
  expect(patient.name).toBe('New');
  expect(patient.reconstructions.map(withoutUrls)).toEqual(reconstructions.map(withoutUrls));
  await slow.close();
});

test('the earlier one stays readable until the new one is ready', async () => {
  const { id } = await create(await mammoForm(3));
  await service.restart({ workerUrl: workerNamed('hang') });
  await service.patient('PUT', `/patients/${id}`, { form: await photoFields(['front'], 8) });
  const [during] = (await get(id)).reconstructions;
  expect(during!.status).toBe('processing');
  expect(await shown(during!.front)).toBe(sha256(await photoOf('front', 3)));
  expect(during!.frames).not.toBeNull();
  expect(await archived(id, await photoOf('front', 3))).toBe(true);
  await service.restart();
  await ready(id);
  expect(await shown((await get(id)).reconstructions[0]!.front)).toBe(sha256(await photoOf('front', 8)));
  expect(await archived(id, await photoOf('front', 8))).toBe(true);
});

test('a replacement that fails shows so, leaves the earlier readable and can be tried again', async () => {
  const { id } = await create(await mammoForm(3));
  await service.restart({ workerUrl: workerNamed('refuse') });
  await service.patient('PUT', `/patients/${id}`, { form: await photoFields(['front'], 8) });
  await expect.poll(async () => (await get(id)).reconstructions[0]!.status).toBe('failed');
  expect(await archived(id, await photoOf('front', 3))).toBe(true);
  const failure = async () =>
    (await service.send('GET', `/patients/${id}/download?type=mammo`)).headers.get('recon-failure');
  expect(await failure()).toBe('front.jpg shows no person');
  await service.restart();
  await service.patient('PUT', `/patients/${id}`, { form: await photoFields(['left'], 8) });
  await ready(id);
  expect(await failure()).toBeNull();
  const [reconstruction] = (await get(id)).reconstructions;
  expect(await shown(reconstruction!.front)).toBe(sha256(await photoOf('front', 8)));
  expect(await shown(reconstruction!.left)).toBe(sha256(await photoOf('left', 8)));
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const shown = async (url: string | null) => sha256(new Uint8Array(await (await fetch(url!)).arrayBuffer()));
const withoutUrls = ({ left: _l, front: _f, right: _r, ...rest }: Patient['reconstructions'][number]) => rest;
const countFiles = async () => (await storedFileIds(service)).length;
/** The front photo in the archive; stored, so its bytes stand there as they are. */
const archived = async (id: number, photo: Buffer) => {
  const answer = await service.send('GET', `/patients/${id}/download?type=mammo`);
  return answer.ok && Buffer.from(await answer.arrayBuffer()).includes(photo);
};

test('a stored photo that goes while the others are copied leaves no copy behind', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const fileIn = (url: string | null) => new URL(url!).pathname.split('/').at(-1)!;
  const { right } = patient.reconstructions[0]!;
  const id = fileIn(right);
  await removeStored(service, [id]);
  const before = await countFiles();
  const form = { 'reconstruction[type]': 'mammo', ...(await photoFields(['left'], 2)) };
  expect((await service.send('PUT', `/patients/${patient.id}`, { form })).status).toBe(409);
  expect(await countFiles()).toBe(before);
});
