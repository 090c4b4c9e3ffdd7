import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../src/service/start.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';

let service: TestService;
const tokens = new Map<string, string>();
const ids = new Map<string, number>();

beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  for (const [name, under] of [['sub', 'main'], ['other'], ['other sub', 'other']] as const) {
    tokens.set(name, (await accounts.add(name, under)).token);
  }
  for (const { name, id } of await accounts.list()) ids.set(name, id);
  await accounts.close();
});
afterAll(() => service.close());

const create = async (token = service.token) =>
  (await service.patient('POST', '/patients', { token, form: await mammoForm() })).patient;

test('from the main account to its sub account: from then on only that one sees the patient', async () => {
  const patient = await create();
  const invitation = (await (
    await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`)
  ).json()) as { invitation_url: string };
  const moved = await service.send('POST', `/patients/${patient.id}/transfer/${ids.get('sub')}`);
  expect([moved.status, await moved.json()]).toEqual([200, { result: 'success' }]);
  for (const path of ['', '/download?type=mammo', '/invitation?reconstruction_type=face']) {
    expect((await service.send('GET', `/patients/${patient.id}${path}`)).status).toBe(404);
  }
  expect((await fetch(patient.reconstructions[0]!.front!)).status).toBe(404);
  expect((await fetch(invitation.invitation_url)).status).toBe(404);
  const seen = await service.patient('GET', `/patients/${patient.id}`, { token: tokens.get('sub')! });
  expect(seen.patient).toMatchObject({ id: patient.id, player_id: patient.player_id });
  expect((await fetch(seen.patient.reconstructions[0]!.front!)).status).toBe(200);
});

test.each(['other', 'other sub', 'main', 'nobody'])('to %s it is 403 and nothing moves', async (target) => {
  const patient = await create();
  const path = `/patients/${patient.id}/transfer/${ids.get(target) ?? 999}`;
  expect(await service.problem('POST', path)).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await service.patient('GET', `/patients/${patient.id}`)).patient).toMatchObject({ id: patient.id });
});

test('to a sub account that is disabled it is 403, for nobody would see the patient there', async () => {
  const patient = await create();
  const accounts = await openAccounts(service.places);
  const { id } = await accounts.add('closed', 'main').then(async () => {
    await accounts.setDisabled('closed', true);
    return (await accounts.list()).find(({ name }) => name === 'closed')!;
  });
  const move = () => service.send('POST', `/patients/${patient.id}/transfer/${id}`);
  const refused = await move();
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({
      detail: expect.stringMatching(/^the account closed is disabled.*recon accounts enable closed/),
    }),
  ]);
  expect((await service.patient('GET', `/patients/${patient.id}`)).patient).toMatchObject({ id: patient.id });
  await accounts.setDisabled('closed', false);
  await accounts.close();
  expect((await move()).status).toBe(200);
});

test('a sub account cannot move a patient, not even back', async () => {
  const token = tokens.get('sub')!;
  const patient = await create(token);
  const back = await service.problem('POST', `/patients/${patient.id}/transfer/${ids.get('main')}`, { token });
  expect(back.status).toBe(403);
});

test('an absent patient is 404, a target that is no number 422', async () => {
  expect(await service.problem('POST', `/patients/999/transfer/${ids.get('sub')}`)).toMatchObject({ status: 404 });
  expect(await service.problem('POST', '/patients/1/transfer/sub')).toMatchObject({
    status: 422,
    errors: [{ field: 'target_surgeon_id' }],
  });
});

test('a running generation goes on under the new owner', async () => {
  await service.restart({ readyAfterMs: 300 });
  const form = { ...(await mammoForm()), async: 'true' };
  const { patient } = await service.patient('POST', '/patients', { form });
  await service.send('POST', `/patients/${patient.id}/transfer/${ids.get('sub')}`);
  const token = tokens.get('sub')!;
  const status = async () =>
    (await service.patient('GET', `/patients/${patient.id}`, { token })).patient.reconstructions[0]!.status;
  await expect.poll(status, { timeout: 10_000 }).toBe('has_3d');
  await service.restart();
});
