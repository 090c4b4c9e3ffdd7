import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { type DoctorAnswer, type OpenInvitationsAnswer, OWN_ROUTES } from '../../src/contract/own-routes.ts';
import { LAST_TRY } from '../../src/service/backup/last-backup.ts';
import { openAccounts } from '../../src/service/start.ts';
import { auditEntries, verifiedAudit } from '../support/audit-entries.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { openService, openStoreOf, type TestForm, type TestService, workerNamed } from '../support/running-service.ts';
import { mammoForm, photoFields } from '../support/service-forms.ts';

let service: TestService;
let branch: string;
const ids = new Map<string, number>();
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  branch = (await accounts.add('dr-silva', 'main')).token;
  await accounts.add('Dr. João Costa', 'main');
  await accounts.add('closed', 'main');
  await accounts.setDisabled('closed', true);
  await accounts.add('elsewhere');
  for (const { name, id } of await accounts.list()) ids.set(name, id);
  await accounts.close();
});
afterAll(() => service.close());

const create = async (form: TestForm = {}, token = service.token) =>
  (await service.patient('POST', '/patients', { form, token })).patient;
const get = async (id: number) => (await service.patient('GET', `/patients/${id}`)).patient;
const accepted = (id: number, type = 'mammo') => `/recon/patients/${id}/accepted/${type}`;
const accept = (id: number) => service.patient('PUT', accepted(id));
const last = async () => (await auditEntries(service)).at(-1);

test('the version is told to a token that works, and to nobody else', async () => {
  await service.restart({ version: '0.20.0' });
  const told = async (path: string, token?: string | null) =>
    (await service.send('GET', path, token === undefined ? {} : { token })).headers.get('recon-version');
  expect(await told('/patients')).toBe('0.20.0');
  expect(await told('/patients/999')).toBe('0.20.0');
  for (const path of ['/patients', '/nothing', '/healthz', '/readyz', '/openapi.json', '/i/nothing']) {
    expect(await told(path, null)).toBeNull();
    expect(await told(path, `rcn_${'x'.repeat(43)}`)).toBeNull();
  }
});

test('whose token it is, and what it may do, is told to a token that works, and to nobody else', async () => {
  const told = async (path: string, token: string | null) =>
    (await service.send('GET', path, { token })).headers.get('recon-account');
  // The token of the data folder may do all; on a shared database it is one that was made.
  expect(await told('/patients', service.token)).toMatch(/^main, scope=(admin|write)$/);
  expect(await told('/patients', `rcn_${'x'.repeat(43)}`)).toBeNull();
  expect(await told('/openapi.json', null)).toBeNull();
  const { headers } = await service.send('GET', '/patients', { token: `rcn_${'x'.repeat(43)}` });
  expect(headers.get('recon-token-label')).toBeNull();
});

test('with what its links begin is told to a token that works, and to nobody else', async () => {
  const told = async (path: string, token: string | null) =>
    (await service.send('GET', path, { token })).headers.get('recon-public-url');
  expect(await told('/patients', service.token)).toBe(service.url);
  for (const path of ['/patients', '/openapi.json', '/healthz', '/i/nothing'])
    expect(await told(path, null)).toBeNull();
});

test('every answer names the routes that are there', async () => {
  for (const path of ['/patients', '/patients/999', '/nothing', '/openapi.json', '/patients/%', '/healthz']) {
    expect((await service.send('GET', path)).headers.get('recon-routes')).toBe(
      'accept, after-archive, doctor, failure, give-back, invitations, open-invitations, room, simulation-lines, simulations, size, surgeons',
    );
  }
  expect((await service.send('GET', '/patients', { token: null })).headers.get('recon-routes')).not.toBeNull();
});

test('the document has them apart from the interface', async () => {
  const { paths } = (await (await service.send('GET', '/openapi.json')).json()) as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  const tagged = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ tags }): [string, boolean] => [path, tags?.includes('recon') === true]),
  );
  expect(tagged.filter(([, isOwn]) => isOwn)).toHaveLength(OWN_ROUTES.length + 3);
  for (const [path, isOwn] of tagged) expect([path, isOwn]).toEqual([path, path.startsWith('/recon/')]);
});

describe('accept', () => {
  test('is shown by get and list, and taken back; the model keeps its time', async () => {
    const patient = await create(await mammoForm());
    const [model] = patient.reconstructions;
    const answer = await accept(patient.id);
    expect(answer).toMatchObject({ async: 'false', patient: { id: patient.id } });
    expect(answer.patient.reconstructions).toMatchObject([{ accepted: true, updated_at: model!.updated_at }]);
    expect(answer.patient.reconstructions[0]).not.toHaveProperty('simulations');
    expect(answer.patient.updated_at > patient.updated_at).toBe(true);
    expect((await get(patient.id)).reconstructions).toMatchObject([{ accepted: true }]);
    const { patients } = await service.list(`?id=${patient.id}`);
    expect(patients[0]!.reconstructions).toMatchObject([{ accepted: true }]);
    const { patient: again } = await accept(patient.id);
    expect(again.updated_at).toBe(answer.patient.updated_at);
    const undone = await service.patient('DELETE', accepted(patient.id));
    expect(undone.patient.reconstructions).toMatchObject([{ accepted: false }]);
    expect((await get(patient.id)).reconstructions).toMatchObject([{ accepted: false }]);
  });

  test('makes the rule of the interface real: no update and no invitation changes that model', async () => {
    const { id } = await create({ 'patient[name]': 'Ana', ...(await mammoForm(2)) });
    const link = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=mammo`);
    const { invitation_url: page } = (await link.json()) as { invitation_url: string };
    expect((await fetch(page)).status).toBe(200);
    await accept(id);
    const form = { 'patient[name]': 'Eva', 'reconstruction[nipple_to_nipple]': '30' };
    const answer = await service.send('PUT', `/patients/${id}`, { form });
    expect(answer.headers.get('warning')).toMatch(/^199 recon ".*not changed, because it is accepted/);
    const { patient } = (await answer.json()) as PatientAnswer;
    expect(patient.name).toBe('Eva');
    expect(patient.reconstructions).toMatchObject([{ status: 'has_3d', mesaures: { nipple_to_nipple: 21.5 } }]);
    const sized = await service.send('PUT', `/recon/patients/${id}`, { form: { ...form, 'patient[height]': '170' } });
    expect(sized.headers.get('warning')).toMatch(/not changed/);
    expect((await fetch(page)).status).toBe(409);
    await service.patient('DELETE', accepted(id));
    expect((await fetch(page)).status).toBe(200);
    const now = await service.patient('PUT', `/patients/${id}`, { form });
    expect(now.patient.reconstructions).toMatchObject([{ status: 'processing', accepted: false }]);
    const state = async () => (await get(id)).reconstructions[0];
    await expect.poll(async () => (await state())?.status).toBe('has_3d');
    expect(await state()).toMatchObject({ accepted: false, mesaures: { nipple_to_nipple: 30 } });
  });

  test('needs a model that is ready and stays', async () => {
    const { id } = await create(await mammoForm(3));
    expect(await service.problem('PUT', accepted(id, 'face'))).toMatchObject({
      status: 404,
      detail: 'the patient has no face reconstruction',
    });
    expect(await service.problem('DELETE', accepted(id, 'face'))).toMatchObject({ status: 404 });
    expect(await service.problem('PUT', accepted(id, 'arm'))).toMatchObject({
      status: 422,
      errors: [{ field: 'type', message: 'must be one of mammo, face, body' }],
    });
    await service.restart({ workerUrl: workerNamed('hang') });
    const first = await create({ ...(await mammoForm(4)), async: 'true' });
    await service.patient('PUT', `/patients/${id}`, { form: await photoFields(['front'], 8) });
    for (const one of [first.id, id]) {
      expect(await service.problem('PUT', accepted(one))).toMatchObject({ status: 409, code: 'in_progress' });
    }
    await service.restart({ workerUrl: workerNamed('refuse') });
    for (const one of [first.id, id])
      await expect.poll(async () => (await get(one)).reconstructions[0]!.status).toBe('failed');
    expect(await service.problem('PUT', accepted(first.id))).toMatchObject({ status: 409, code: 'refused' });
    // The earlier model of this one stays and is what is shown.
    expect((await accept(id)).patient.reconstructions).toMatchObject([{ accepted: true }]);
    await service.restart();
  });

  test('its line stands in the audit with the answer, and tells it from taking it back', async () => {
    const { id } = await create(await mammoForm(5));
    await accept(id);
    const line = { patient: id, outcome: 200, ip: '127.0.0.1' };
    expect(await last()).toMatchObject({ ...line, operation: 'PUT /recon/patients/:id/accepted/:type' });
    await service.patient('DELETE', accepted(id));
    expect(await last()).toMatchObject({ ...line, operation: 'DELETE /recon/patients/:id/accepted/:type' });
    await service.patient('PUT', `/recon/patients/${id}`, { form: { 'patient[weight]': '70' } });
    expect(await last()).toMatchObject({ ...line, operation: 'PUT /recon/patients/:id' });
  });

  test('the same key again is answered as the first time, whatever has happened since', async () => {
    const { id } = await create(await mammoForm(6));
    const headers = { 'idempotency-key': `accept-${id}` };
    const first = await (await service.send('PUT', accepted(id), { headers })).text();
    await service.patient('DELETE', accepted(id));
    expect(await (await service.send('PUT', accepted(id), { headers })).text()).toBe(first);
    expect((await get(id)).reconstructions).toMatchObject([{ accepted: false }]);
    expect(await service.problem('DELETE', accepted(id), { headers })).toMatchObject({ status: 422 });
    await service.send('DELETE', `/patients/${id}`);
    expect(await service.problem('PUT', accepted(id), { headers })).toMatchObject({ status: 409 });
  });

  test('among twenty accepts and twenty updates at once, no update changes what is accepted', async () => {
    const { id } = await create(await mammoForm(7));
    const form = { 'reconstruction[nipple_to_nipple]': '33' };
    const trials = Array.from({ length: 20 }, () => [
      service.send('PUT', accepted(id)),
      service.send('PUT', `/patients/${id}`, { form }),
    ]);
    const answers = await Promise.all(trials.flat());
    const accepts = answers.filter((_, at) => at % 2 === 0);
    const models = [];
    for (const answer of accepts) {
      expect([200, 409]).toContain(answer.status);
      if (answer.ok) models.push(((await answer.json()) as PatientAnswer).patient.reconstructions[0]!);
    }
    await expect.poll(async () => (await get(id)).reconstructions[0]!.status).toBe('has_3d');
    const [model] = (await get(id)).reconstructions;
    expect(model!.accepted).toBe(models.length > 0);
    for (const one of models) expect([one.accepted, one.mesaures]).toEqual([true, model!.mesaures]);
  });
});

describe('height and weight', () => {
  const set = (id: number, form: TestForm) => service.patient('PUT', `/recon/patients/${id}`, { form });

  test('are set, changed one by one and taken away, with anything else of an update', async () => {
    const { id } = await create({ 'patient[name]': 'Ana', 'patient[city]': 'Ulm' });
    const form = { 'patient[height]': '171.5', 'patient[weight]': '68', 'patient[city]': 'Porto' };
    expect((await set(id, form)).patient).toMatchObject({ name: 'Ana', city: 'Porto', height: 171.5, weight: 68 });
    expect((await set(id, { 'patient[weight]': ' 70 ' })).patient).toMatchObject({ height: 171.5, weight: 70 });
    expect((await service.list(`?id=${id}`)).patients).toMatchObject([{ height: 171.5, weight: 70 }]);
    const { patient } = await set(id, { 'patient[height]': '' });
    expect(patient).toMatchObject({ name: 'Ana', height: null, weight: 70 });
    expect(await get(id)).toEqual(patient);
  });

  test.each([
    ['height', 'cm', '0.9', 'from 1 to 300, such as 172'],
    ['height', 'cm', '301', 'from 1 to 300'],
    ['height', 'cm', '-170', 'from 1 to 300'],
    ['height', 'cm', '1,70', 'from 1 to 300'],
    ['height', 'cm', '5\'7"', 'from 1 to 300'],
    ['height', 'cm', 'NaN', 'from 1 to 300'],
    ['height', 'cm', '1e2', 'from 1 to 300'],
    ['weight', 'kg', '0', 'from 1 to 700, such as 68.5'],
    ['weight', 'kg', '701', 'from 1 to 700'],
    ['weight', 'kg', 'Infinity', 'from 1 to 700'],
  ])(
    'a %s of %s %s is refused with the reason, and nothing of the update is saved',
    async (field, unit, text, range) => {
      const { id } = await create({ 'patient[name]': 'Ana' });
      const form = { 'patient[name]': 'Eva', [`patient[${field}]`]: text };
      const problem = await service.problem('PUT', `/recon/patients/${id}`, { form });
      const message = expect.stringContaining(`it must be a number of ${unit} ${range}`);
      expect(problem).toMatchObject({ status: 422, errors: [{ field: `patient[${field}]`, message }] });
      expect(await get(id)).toMatchObject({ name: 'Ana', height: null, weight: null });
    },
  );

  test('the limits themselves are taken', async () => {
    const { id } = await create();
    for (const [height, weight] of [
      [1, 1],
      [300, 700],
    ] as const) {
      const { patient } = await set(id, { 'patient[height]': String(height), 'patient[weight]': String(weight) });
      expect(patient).toMatchObject({ height, weight });
    }
  });
});

test('open-invitations are those of the own patients by which photos can be sent, and the audit has whose', async () => {
  const open = async (token = service.token) =>
    ((await (await service.send('GET', '/recon/invitations', { token })).json()) as OpenInvitationsAnswer).invitations;
  const invite = async (id: number, lifetime: string) => {
    const path = `/patients/${id}/invitation?reconstruction_type=face`;
    const { headers } = await service.send('GET', path, { headers: { 'recon-lifetime': lifetime } });
    return headers.get('recon-invitation')?.split('expires=')[1];
  };
  const [first, second, revoked] = await Promise.all([0, 1, 2].map(async () => (await create()).id));
  const longest = await invite(first!, '168h');
  const [, other] = [await invite(second!, '1h'), await invite(first!, '1h')];
  expect(other).not.toBe(longest);
  await invite(revoked!, '1h');
  await service.send('DELETE', `/recon/patients/${revoked}/invitations/face`);
  const ours = (await open()).filter(({ patient_id: id }) => [first, second, revoked].includes(id));
  expect(ours.map(({ patient_id, type, links, expires_at }) => [patient_id, type, links, expires_at])).toEqual([
    [first, 'face', 2, longest],
    [second, 'face', 1, expect.any(String)],
  ]);
  await expect
    .poll(
      async () => (await auditEntries(service)).findLast((one) => one.operation === 'GET /recon/invitations')?.patients,
    )
    .toEqual(expect.arrayContaining([first, second]));
  expect(await open(branch)).toEqual([]);
});

describe('surgeons', () => {
  const surgeons = async (token = service.token) =>
    await (await service.send('GET', '/recon/surgeons', { token })).json();

  test('are the own sub accounts that are not disabled', async () => {
    const named = (name: string) => ({ id: ids.get(name), name });
    expect(await surgeons()).toEqual({ surgeons: [named('dr-silva'), named('Dr. João Costa')], is_sub: false });
    expect(await surgeons(branch)).toEqual({ surgeons: [], is_sub: true });
  });
});

describe('doctor', () => {
  const admin = async (name: string, more: { label?: string; lifetimeMs?: number } = {}) => {
    const accounts = await openAccounts(service.places);
    const { token } = await accounts.addToken(name, {
      label: 'doctor',
      scope: 'admin',
      lifetimeMs: undefined,
      ...more,
    });
    await accounts.close();
    return token;
  };
  const askedBy = async (token: string, query = '') => {
    const response = await service.send('GET', `/recon/doctor${query}`, { token });
    expect(response.status).toBe(200);
    return ((await response.json()) as DoctorAnswer).findings;
  };
  const aboutTokens = (findings: DoctorAnswer['findings']) => findings.find(({ about }) => about === 'tokens');

  test('tells how the service stands, without paths of its machine', async () => {
    const findings = await askedBy(await admin('main'));
    expect(findings.map(({ about, state }) => [about, state])).toEqual(
      [
        'database and files',
        'disk',
        'records',
        'quarantine',
        'workers',
        'queue',
        'audit',
        'tokens',
        'backup',
        'database clock',
      ]
        .filter((about) => about !== 'quarantine' || service.places.bucket === undefined)
        .map((about) => [about, 'ok']),
    );
    expect(JSON.stringify(findings)).not.toContain(service.dataFolder);
  });

  test('names what is wrong, and the fix', async () => {
    const { store, close } = await openStoreOf(service);
    const failed = JSON.stringify({
      begun: '2026-01-01T02:00:00Z',
      result: 'failed',
      why: 'the folder "/mnt/nas" is full',
    });
    await store.db.insertInto('settings').values({ key: LAST_TRY, value: failed }).execute();
    const findings = await askedBy(await admin('elsewhere'));
    await store.db.deleteFrom('settings').where('key', '=', LAST_TRY).execute();
    await close();
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([
      {
        ...{ about: 'backup', state: 'wrong' },
        // Why it failed may name a folder of the machine.
        found: 'the one of 2026-01-01T02:00:00Z failed',
        fix: 'recon backup TO (and see what it says)',
      },
    ]);
  });

  test('an account is told of its own tokens and those of its sub accounts alone', async () => {
    const mine = await admin('main', { label: 'main doctor' });
    const theirs = await admin('elsewhere', { label: 'their doctor' });
    const soon = { lifetimeMs: 3_600_000 };
    const makeOld = async (label: string) => {
      const { store, close } = await openStoreOf(service);
      const made = Date.now() - 36_000_000;
      await store.db.updateTable('tokens').set({ created_at: made }).where('label', '=', label).execute();
      await close();
    };
    await admin('elsewhere', { label: 'secret ward', ...soon });
    await makeOld('secret ward');
    expect(aboutTokens(await askedBy(mine))).toMatchObject({ state: 'ok' });
    await admin('dr-silva', { label: 'tablet of the ward', ...soon });
    await makeOld('tablet of the ward');
    expect(aboutTokens(await askedBy(mine))).toMatchObject({
      ...{
        state: 'wrong',
        found: expect.stringMatching(/^these end soon: "tablet of the ward" of dr-silva \([^,]*\)$/),
      },
    });
    expect(aboutTokens(await askedBy(theirs))).toMatchObject({
      found: expect.stringMatching(/^these end soon: "secret ward" of elsewhere \([^,]*\)$/),
    });
  });

  test('a trial makes one model for all who ask meanwhile', async () => {
    await service.restart({ samplesFolder: SAMPLES, workerUrl: workerNamed('quick') });
    const token = await admin('main', { label: 'for a trial' });
    const answers = await Promise.all([1, 2, 3].map(() => askedBy(token, '?trial=true')));
    for (const findings of answers) {
      expect(findings.at(-1)).toMatchObject({
        about: 'generation',
        state: 'ok',
        found: expect.stringMatching(/was made in/),
      });
    }
    await service.restart({ samplesFolder: SAMPLES, withoutWorker: true });
    expect((await askedBy(token, '?trial=true')).at(-1)).toMatchObject({
      found: expect.stringMatching(/^not tried: /),
    });
    await service.restart();
    expect(await service.problem('GET', '/recon/doctor?trial=yes', { token })).toMatchObject({ status: 422 });
  });
});

describe('giving back', () => {
  const back = (id: number, token: string, headers = {}) =>
    service.send('POST', `/recon/patients/${id}/give-back`, { token, headers });

  test('moves a patient from a sub account to its main account, with all that a transfer ends', async () => {
    const { id } = await create(await mammoForm(9));
    await accept(id);
    await service.send('POST', `/patients/${id}/transfer/${ids.get('dr-silva')}`);
    const link = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=face`, { token: branch });
    const { invitation_url: page } = (await link.json()) as { invitation_url: string };
    const headers = { 'idempotency-key': `back-${id}` };
    const answer = await back(id, branch, headers);
    expect([answer.status, await answer.json()]).toEqual([200, { result: 'success' }]);
    expect(await last()).toMatchObject({
      operation: 'POST /recon/patients/:id/give-back',
      account: ids.get('dr-silva'),
      patient: id,
      target: ids.get('main'),
    });
    expect((await service.send('GET', `/patients/${id}`, { token: branch })).status).toBe(404);
    expect((await fetch(page)).status).toBe(404);
    expect((await get(id)).reconstructions).toMatchObject([{ accepted: true }]);
    // Sent again, it is the same giving back and not one of a patient who is not there.
    expect((await back(id, branch, headers)).status).toBe(200);
    expect((await back(id, branch)).status).toBe(404);
  });

  test('a main account has nobody to give back to, and nothing moves', async () => {
    const { id } = await create();
    const problem = await service.problem('POST', `/recon/patients/${id}/give-back`);
    expect(problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await get(id)).toMatchObject({ id });
    expect(await service.problem('POST', '/recon/patients/999/give-back')).toMatchObject({ status: 404 });
  });
});

test('the chain of the audit is sound after all of that', async () => {
  await service.stop();
  expect(await verifiedAudit(service)).toMatchObject({ problems: [], missing: 0 });
  await service.restart();
});
