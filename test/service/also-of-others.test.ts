import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestForm, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, photoFields } from '../support/service-forms.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ workerUrl: workerNamed('quick') });
});
afterAll(() => service.close());

const create = async (seed: number, who: TestForm) =>
  (await service.patient('POST', '/patients', { form: { ...(await faceForm(seed)), ...who } })).patient.id;
/** Of a list of all. */
const marked = async () => {
  const { headers, status } = await service.send('GET', '/patients?per_page=100');
  expect(status).toBe(200);
  return (headers.get('recon-also-of-others') ?? '').split(', ').filter(Boolean);
};
const warningsOf = async (id: number) => (await service.send('GET', `/patients/${id}`)).headers.get('warning') ?? '';
const ready = async (id: number) => {
  const state = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]?.status;
  await expect.poll(state, { timeout: 20_000 }).toBe('has_3d');
};

test('photos that a desk or a script sent for two patients were told once, and not where the patients are read', async () => {
  const ana = await create(1, { 'patient[name]': 'Ana Desk' });
  expect(await marked()).toEqual([]);
  const ben = await create(1, { 'patient[name]': 'Ben Desk' });
  expect(await marked()).toEqual([`${ana}=face`, `${ben}=face`]);
  expect(await warningsOf(ben)).toContain(`patient ${ana} has the same left, front and right photos`);
  // The right ones take the place of the wrong ones.
  await ready(ben);
  const right = { 'reconstruction[type]': 'face', ...(await photoFields(['left', 'front', 'right'], 2)) };
  await service.patient('PUT', `/patients/${ben}`, { form: right });
  await ready(ben);
  expect(await marked()).toEqual([]);
  expect(await warningsOf(ben)).toBe('');
});

test('photos of one person on two records are no doubt; those of a namesake are', async () => {
  const first = {
    'patient[name]': 'Cléo Twice',
    'patient[email]': 'cleo@example.com',
    'patient[phone]': '030 1234567',
  };
  await create(3, first);
  await create(3, { ...first, 'patient[name]': 'Cleo Twice' });
  await create(3, { ...first, 'patient[email]': '', 'patient[phone]': '+49 30 1234567' });
  await create(3, { 'patient[name]': 'Cléo Twice (head)' });
  expect(await marked()).toEqual([]);
  const namesake = await create(3, { 'patient[name]': 'Cléo Twice', 'patient[email]': 'another@example.com' });
  expect(await marked()).toContain(`${namesake}=face`);
});

test('an after-record with the photos of another patient had no warning', async () => {
  const id = await create(4, { 'patient[name]': 'Dora After' });
  await ready(id);
  const other = await create(5, { 'patient[name]': 'Eva Other' });
  const after = async (seed: number) => {
    const made = await service.send('POST', `/patients/${id}/after`, { form: await faceForm(seed) });
    expect(made.status).toBe(201);
    return (await service.send('GET', `/patients/${id}`)).headers.get('recon-after-warnings');
  };
  expect(await after(6)).toBeNull();
  expect(await after(5)).toBe(`face.2="patient ${other} has the same left, front and right photos"`);
});
