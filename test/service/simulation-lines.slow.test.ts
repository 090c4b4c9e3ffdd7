import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SimulationLinesAnswer } from '../../src/contract/own-routes.ts';
import type { LinePoint, SimulationLines } from '../../src/contract/simulation-lines.ts';
import { openAccounts } from '../../src/service/start.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { openService, openStoreOf, type TestForm, type TestService } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';

let service: TestService;
let elsewhere: string;
let reading: string;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  elsewhere = (await accounts.add('elsewhere')).token;
  reading = (await accounts.addToken('main', { label: 'reading', scope: 'read' })).token;
  await accounts.close();
});
afterAll(() => service.close());

const create = async (seed: number) =>
  (await service.patient('POST', '/patients', { form: await mammoForm(seed) })).patient;
const simulationsOf = async (id: number) =>
  (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.simulations!;
const path = (id: number) => `/recon/patients/${id}/simulations`;
const linesPath = (id: number) => `/recon/patients/${id}/simulation-lines`;
const linesOf = async (id: number, token = service.token) =>
  ((await (await service.send('GET', linesPath(id), { token })).json()) as SimulationLinesAnswer).simulations;

const IMPLANT = { reference: 'R-300', brand: 'Example', volume: '300', diameter: '11.8', projection: '4.1' };
const plan = (name: string, lines?: unknown): TestForm => ({
  'simulation[name]': name,
  ...Object.fromEntries(Object.entries(IMPLANT).map(([field, text]) => [`simulation[left_implant][${field}]`, text])),
  ...(lines !== undefined && { 'simulation[lines]': typeof lines === 'string' ? lines : JSON.stringify(lines) }),
});
const save = (id: number, form: TestForm) => service.send('POST', path(id), { form });

const ring = (points: number, x = 0.1): LinePoint[] =>
  Array.from({ length: points }, (_, i) => [x, -1.234567 + i * 1e-6, -0.03]);
const LINES: SimulationLines = { sha256: '0123456789abcdef'.repeat(4), lines: [ring(12), ring(100, -99.123456)] };

test('lines are kept with their simulation and given back, and the interface’s simulation has no new field', async () => {
  const { id } = await create(1);
  expect(await linesOf(id)).toEqual([]);
  expect((await save(id, plan('Bare'))).status).toBe(201);
  expect((await save(id, plan('Empty', ' '))).status).toBe(201);
  expect(await linesOf(id)).toEqual([]);
  expect((await save(id, plan('Drawn', LINES))).status).toBe(201);
  const [bare, , drawn] = await simulationsOf(id);
  expect(Object.keys(drawn!)).toEqual(Object.keys(bare!));
  expect(await linesOf(id, reading)).toEqual([{ id: drawn!.id, ...LINES }]);
  expect(await service.problem('POST', path(id), { form: plan('More', LINES), token: reading })).toMatchObject({
    status: 403,
  });
  const operation = 'GET /recon/patients/:id/simulation-lines';
  const entries = () => auditEntries(service);
  await expect.poll(entries).toContainEqual(expect.objectContaining({ operation, patient: id, outcome: 200 }));
  // Where a body has its points nobody reads but who asks for them.
  expect(JSON.stringify([await entries(), service.log])).not.toContain('1.2345');
});

const withPoint = (...point: unknown[]) => ({ ...LINES, lines: [[...ring(3), point]] });
test.each<[string, unknown]>([
  ['no JSON', '{"sha256":'],
  ['a list', [LINES]],
  ['null', 'null'],
  ['another sum', { ...LINES, sha256: 'x'.repeat(64) }],
  ['a short sum', { ...LINES, sha256: 'ab' }],
  ['no lines', { sha256: LINES.sha256 }],
  ['an empty list', { ...LINES, lines: [] }],
  ['three lines', { ...LINES, lines: [ring(3), ring(3), ring(3)] }],
  ['two points', { ...LINES, lines: [ring(2)] }],
  ['101 points', { ...LINES, lines: [ring(101)] }],
  ['a point of two', withPoint(1, 2)],
  ['a point of four', withPoint(1, 2, 3, 4)],
  ['a text', withPoint(1, 2, '3')],
  ['null in a point', withPoint(1, 2, null)],
  ['too far away', withPoint(1, 2, 100)],
  ['no number at all', JSON.stringify(withPoint(1, 2, 3)).replace('[1,2,3]', '[1,2,1e999]')],
  ['a field more', { ...LINES, name: 'Ana' }],
])('lines with %s are 422, and nothing is saved', async (_, lines) => {
  const { id } = await create(2);
  const { status, errors } = await service.problem('POST', path(id), { form: plan('Wrong', lines) });
  expect(status).toBe(422);
  expect(errors).toEqual([{ field: 'simulation[lines]', message: expect.stringMatching(/^must be \{"sha256"/) }]);
  expect(await simulationsOf(id)).toEqual([]);
});

test('the lines of another account’s patient are not there, and neither are those of nobody', async () => {
  const { id } = await create(3);
  await save(id, plan('Mine', LINES));
  for (const [wanted, token] of [
    [id, elsewhere],
    [999_999, service.token],
  ] as const) {
    expect(await service.problem('GET', linesPath(wanted), { token })).toMatchObject({
      status: 404,
      detail: 'there is no such patient',
    });
  }
});

test('lines go with their simulation to a model that is made anew, and are deleted with it', async () => {
  const { id } = await create(4);
  await save(id, plan('Travels', LINES));
  const [{ id: simulation } = { id: 0 }] = await simulationsOf(id);
  const before = (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.updated_at;
  await service.patient('PUT', `/patients/${id}`, { form: { 'reconstruction[nipple_to_nipple]': '30' } });
  await expect
    .poll(async () => {
      const [model] = (await service.patient('GET', `/patients/${id}`)).patient.reconstructions;
      return model!.status === 'has_3d' && model!.updated_at !== before;
    })
    .toBe(true);
  expect(await linesOf(id)).toEqual([{ id: simulation, ...LINES }]);
  await service.patient('DELETE', `${path(id)}/${simulation}`);
  expect(await linesOf(id)).toEqual([]);
  await save(id, plan('Ends', LINES));
  expect(await linesOf(id)).toHaveLength(1);
  await service.send('DELETE', `/patients/${id}`);
  expect((await service.send('GET', linesPath(id))).status).toBe(404);
  const { store, close } = await openStoreOf(service);
  const rows = await store.db.selectFrom('simulations').where('name', '=', 'Ends').select('id').execute();
  await close();
  expect(rows).toEqual([]);
});
