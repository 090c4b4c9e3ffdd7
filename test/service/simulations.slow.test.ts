import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { implantOfRow, NO_IMPLANT } from '../../src/contract/implant-rows.ts';
import { openAccounts } from '../../src/service/start.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { openService, openStoreOf, type TestForm, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

let service: TestService;
let elsewhere: string;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  elsewhere = (await accounts.add('elsewhere')).token;
  await accounts.close();
});
afterAll(() => service.close());

let seeds = 0;
const create = async (form?: TestForm) =>
  (await service.patient('POST', '/patients', { form: form ?? (await mammoForm(++seeds)) })).patient;
const get = async (id: number) => (await service.patient('GET', `/patients/${id}`)).patient;
const simulationsOf = async (id: number) => (await get(id)).reconstructions[0]!.simulations!;
const path = (id: number, simulation?: number) =>
  `/recon/patients/${id}/simulations${simulation === undefined ? '' : `/${simulation}`}`;

const ROUND = { reference: 'R-300', brand: 'Example', volume: '300', diameter: '11.8', projection: '4.1' };
const sided = (side: 'left' | 'right', row: Record<string, string> = ROUND): TestForm =>
  Object.fromEntries(Object.entries(row).map(([field, text]) => [`simulation[${side}_implant][${field}]`, text]));
const plan = (name: string, more: TestForm = {}): TestForm => ({ 'simulation[name]': name, ...sided('left'), ...more });
const save = (id: number, form: TestForm, headers = {}) => service.send('POST', path(id), { form, headers });

describe('a simulation', () => {
  test('is saved, shown by get and list in the interface’s shape, and deleted', async () => {
    const before = await create();
    const { id } = before;
    const words = { 'simulation[description]': 'a first thought' };
    const answer = await save(
      id,
      plan(' Plan A ', { ...words, ...sided('right', { ...ROUND, volume: '325', white: 'true' }) }),
    );
    expect(answer.status).toBe(201);
    const { patient } = (await answer.json()) as PatientAnswer;
    const [simulation] = patient.reconstructions[0]!.simulations!;
    expect(simulation).toEqual({
      id: expect.any(Number),
      name: 'Plan A',
      description: 'a first thought',
      updated_at: patient.updated_at,
      frames: expect.stringMatching(/^http/),
      left_implant: implantOfRow(ROUND),
      right_implant: implantOfRow({ ...ROUND, volume: '325', white: 'true' }),
    });
    const unsigned = (one: PatientAnswer['patient']) => JSON.stringify(one).replaceAll(/\?[^"]*/g, '');
    expect(unsigned(await get(id))).toBe(unsigned(patient));
    expect(unsigned((await service.list(`?id=${id}`)).patients[0]!)).toBe(unsigned(patient));
    // The model keeps its time, the patient does not.
    expect(patient.reconstructions[0]!.updated_at).toBe(before.reconstructions[0]!.updated_at);
    expect(patient.updated_at > before.updated_at).toBe(true);
    expect(await auditEntries(service)).toContainEqual(
      expect.objectContaining({ operation: 'POST /recon/patients/:id/simulations', patient: id, outcome: 201 }),
    );
    expect((await service.patient('DELETE', path(id, simulation!.id))).patient.reconstructions[0]!.simulations).toEqual(
      [],
    );
    expect(await service.problem('DELETE', path(id, simulation!.id))).toMatchObject({ status: 404 });
    expect(await simulationsOf(id)).toEqual([]);
  });

  test('with an implant at one side has none of 0 cm³ at the other', async () => {
    const { id } = await create();
    await save(id, plan('Left only'));
    expect(await simulationsOf(id)).toMatchObject([{ left_implant: { volume: '300' }, right_implant: NO_IMPLANT }]);
  });

  test('of a name that is there already is 409, also when both are saved at once', async () => {
    const { id } = await create();
    const names = ['Same', 'Same', 'Same', 'Same', 'Other', 'Third'];
    const answers = await Promise.all(names.map((name) => save(id, plan(name))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    expect((await simulationsOf(id)).map(({ name }) => name).sort()).toEqual(['Other', 'Same', 'Third']);
    expect(await service.problem('POST', path(id), { form: plan('Same') })).toMatchObject({
      status: 409,
      detail: 'a simulation of this name is there already. Choose another name',
    });
  });

  test('that was made on another model than the one that is there is 409, and nothing is saved', async () => {
    const { id, reconstructions } = await create();
    const seen = { 'reconstruction[updated_at]': reconstructions[0]!.updated_at };
    expect((await save(id, plan('First', seen))).status).toBe(201);
    await service.patient('PUT', `/patients/${id}`, { form: { 'reconstruction[nipple_to_nipple]': '30' } });
    await expect.poll(async () => (await get(id)).reconstructions[0]!.status).toBe('has_3d');
    expect(await service.problem('POST', path(id), { form: plan('Second', seen) })).toMatchObject({
      status: 409,
      detail: 'the mammo reconstruction was changed since it was read',
    });
    // The new model has taken over what was planned before.
    expect((await simulationsOf(id)).map(({ name }) => name)).toEqual(['First']);
  });

  test('needs a mammo model', async () => {
    const bare = await create({});
    const face = await create(await faceForm());
    for (const { id } of [bare, face]) {
      expect(await service.problem('POST', path(id), { form: plan('X') })).toMatchObject({
        status: 404,
        detail: 'the patient has no mammo reconstruction',
      });
    }
    await service.restart({ workerUrl: workerNamed('refuse') });
    const { id } = await create();
    expect(await service.problem('POST', path(id), { form: plan('X') })).toMatchObject({ status: 409 });
    await service.restart();
  });

  test.each<[TestForm, string, string]>([
    [{ 'simulation[name]': '  ' }, 'simulation[name]', 'is missing'],
    [{ 'simulation[name]': 'x'.repeat(101) }, 'simulation[name]', 'is longer than 100 characters'],
    [{ 'simulation[description]': 'x'.repeat(1001) }, 'simulation[description]', 'is longer than 1000 characters'],
    [{ 'reconstruction[updated_at]': 'now' }, 'reconstruction[updated_at]', 'must be a time as in an answer'],
    [
      { 'simulation[left_implant][volume]': 'big' },
      'simulation[left_implant][volume]',
      'is "big"; it must be a number',
    ],
    [{ 'simulation[right_implant][volume]': '300' }, 'simulation[right_implant][reference]', 'is missing'],
    [
      { 'simulation[left_implant][colour]': 'red' },
      'simulation[left_implant][colour]',
      'is not a field of this operation',
    ],
  ])('%#: what is wrong is 422 and names the field, and nothing is saved', async (changed, field, message) => {
    const { id } = await create();
    const { status, errors } = await service.problem('POST', path(id), { form: { ...plan('Good'), ...changed } });
    expect(status).toBe(422);
    expect(errors).toContainEqual({ field, message: expect.stringContaining(message) });
    expect(await simulationsOf(id)).toEqual([]);
  });

  test('without an implant at either side is 422', async () => {
    const { id } = await create();
    const { errors } = await service.problem('POST', path(id), { form: { 'simulation[name]': 'Empty' } });
    expect(errors).toEqual([
      { field: 'simulation[left_implant][volume]', message: 'is missing, and so is the right one' },
    ]);
  });

  test('the same key again saves and deletes once', async () => {
    const { id } = await create();
    const headers = { 'idempotency-key': `plan-${id}` };
    const first = await (await save(id, plan('Once'), headers)).text();
    const again = await save(id, plan('Once'), headers);
    expect([again.status, await again.text()]).toEqual([201, first]);
    const [{ id: simulation } = { id: 0 }] = await simulationsOf(id);
    const deletion = { 'idempotency-key': `unplan-${id}` };
    for (let times = 0; times < 2; times++) {
      expect((await service.send('DELETE', path(id, simulation), { headers: deletion })).status).toBe(200);
    }
  });

  test('of another account’s patient is not there, and neither is one of another patient', async () => {
    const [mine, other] = [await create(), await create()];
    await save(mine.id, plan('Mine'));
    const [{ id: simulation } = { id: 0 }] = await simulationsOf(mine.id);
    expect(await service.problem('DELETE', path(mine.id, simulation), { token: elsewhere })).toMatchObject({
      status: 404,
      detail: 'there is no such patient',
    });
    expect(await service.problem('DELETE', path(other.id, simulation))).toMatchObject({
      status: 404,
      detail: 'the patient has no such simulation',
    });
    expect(await simulationsOf(mine.id)).toHaveLength(1);
  });

  test('is kept by a transfer and a giving back, and gone with the patient', async () => {
    const { id } = await create();
    await save(id, plan('Travels'));
    const accounts = await openAccounts(service.places);
    const { token } = await accounts.add(`branch-${id}`, 'main');
    const target = (await accounts.list()).find(({ name }) => name === `branch-${id}`)!.id;
    await accounts.close();
    await service.send('POST', `/patients/${id}/transfer/${target}`);
    const { patient } = await service.patient('GET', `/patients/${id}`, { token });
    expect(patient.reconstructions[0]!.simulations).toMatchObject([{ name: 'Travels' }]);
    expect(await service.problem('POST', path(id), { form: plan('X') })).toMatchObject({ status: 404 });
  });

  test('there are at most 100 of them', async () => {
    const { id } = await create();
    const { store, close } = await openStoreOf(service);
    const { id: model } = await store.db
      .selectFrom('reconstructions')
      .select('id')
      .where('patient_id', '=', id)
      .executeTakeFirstOrThrow();
    const implants = { left_implant: JSON.stringify(NO_IMPLANT), right_implant: JSON.stringify(NO_IMPLANT) };
    const rows = Array.from({ length: 99 }, (_, i) => {
      return { reconstruction_id: model, name: `Plan ${i}`, description: '', ...implants, updated_at: 0 };
    });
    await store.db.insertInto('simulations').values(rows).execute();
    await close();
    expect((await save(id, plan('The last one'))).status).toBe(201);
    expect(await service.problem('POST', path(id), { form: plan('One more') })).toMatchObject({
      status: 409,
      detail: 'there are 100 simulations already. Delete one first',
    });
  });
});

describe('the archive of an after-record', () => {
  const archive = (id: number, number: number | string, token?: string, type = 'mammo') =>
    service.send('GET', `/recon/patients/${id}/afters/${number}/download?type=${type}`, token ? { token } : {});

  test('is numbered in the order of their making, apart for each type', async () => {
    const { id } = await create({ 'patient[name]': 'Ana' });
    for (const form of [await mammoForm(60), await faceForm(), await mammoForm(61)]) {
      expect((await service.send('POST', `/patients/${id}/after`, { form })).status).toBe(201);
    }
    await expect.poll(async () => (await archive(id, 2)).status).toBe(200);
    const first = await archive(id, 1);
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="patient-${id}-mammo-after-1.zip"`);
    const [one, two] = [
      Buffer.from(await first.arrayBuffer()),
      Buffer.from(await (await archive(id, 2)).arrayBuffer()),
    ];
    for (const zip of [one, two]) {
      for (const name of ['model.glb', 'report.json', 'photos/front.jpg', 'SHA256SUMS'])
        expect(zip.includes(name)).toBe(true);
    }
    expect(one.equals(two)).toBe(false);
    expect((await archive(id, 1, undefined, 'face')).status).toBe(200);
    const part = await service.send('GET', `/recon/patients/${id}/afters/1/download?type=mammo`, {
      headers: { range: 'bytes=10-' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(one.subarray(10))).toBe(true);
    for (const number of ['3', '0', '-1', 'x', '999999999999999999']) {
      expect((await archive(id, number)).status, number).toBe(404);
    }
    expect(await service.problem('GET', `/recon/patients/${id}/afters/3/download?type=mammo`)).toMatchObject({
      detail: 'there is no such after-record; the patient has 2 mammo after-records',
    });
    expect((await archive(id, 1, elsewhere)).status).toBe(404);
    expect((await archive(id, 1, undefined, 'arm')).status).toBe(422);
  });

  test('that is not ready, or failed, is 409 with the reason', async () => {
    await service.restart({ workerUrl: workerNamed('hang') });
    const { id } = await create({});
    await service.send('POST', `/patients/${id}/after`, { form: await mammoForm(62) });
    const wanted = `/recon/patients/${id}/afters/1/download?type=mammo`;
    expect(await service.problem('GET', wanted)).toMatchObject({
      ...{ status: 409, code: 'in_progress' },
      detail: 'the mammo after-record is still being generated',
    });
    await service.restart({ workerUrl: workerNamed('refuse') });
    await expect.poll(async () => (await service.problem('GET', wanted)).code).toBe('generation_failed');
    await service.restart();
  });
});
