import { expect, test, vi } from 'vitest';
import { modelOfPatient } from '../../../src/cli/commands/view/patient-model.ts';
import type { SimulationLines } from '../../../src/contract/simulation-lines.ts';

test.each(['7', 'last'])('a patient typed as %s is shown by the id: a title stays in the history', async (typed) => {
  const context = {
    lastPatient: async () => ({ read: async () => '7' }),
    client: async () => ({ getPatient: async () => ({ body: { patient: { id: 7 } } }) }),
    globals: () => ({ dryRun: true }),
  };
  const { label } = await modelOfPatient(typed, { type: 'face' }, '/nowhere', context as never);
  expect(label).toBe('Patient 7, face');
});

const mammo = { type: 'MammoReconstruction', status: 'has_3d', updated_at: '1', frames: 'https://x/f' };

/** Opens the model of a patient whose record changes from look to look; the last one stays. */
async function opened(
  records: object[],
  routes: string[] = [],
  { type, lines = [] }: { type?: string; lines?: [number, SimulationLines][] } = {},
) {
  const fetch = vi.fn();
  let looks = 0;
  const getPatient = async () => {
    const record = records[Math.min(looks++, records.length - 1)];
    return { body: { patient: { id: 7, reconstructions: [record] } }, routes: new Set(routes) };
  };
  const saveSimulation = vi.fn(getPatient);
  const askSimulationLines = vi.fn(async () => new Map(lines));
  const context = {
    client: async () => ({ getPatient, saveSimulation, askSimulationLines }),
    globals: () => ({ dryRun: false }),
    streams: { say: () => {} },
    mayAsk: () => false,
  };
  const model = await modelOfPatient('7', { type }, '/nowhere', context as never, fetch);
  return { ...model, saveSimulation, askSimulationLines, times: fetch.mock.calls.length };
}

test.each([
  ['Ana Sample', 'Ana Sample'],
  [' ', undefined],
  [null, undefined],
])(
  'a patient called %j is named to the page as %j, and the label that goes further has the id alone',
  async (given, name) => {
    const getPatient = async () => ({ body: { patient: { id: 7, name: given, reconstructions: [mammo] } } });
    const context = { client: async () => ({ getPatient }), globals: () => ({ dryRun: false }) };
    const model = await modelOfPatient('7', {}, '/nowhere', context as never, vi.fn());
    expect(model.facts().name).toBe(name);
    expect(model.label).toBe('Patient 7, breast');
  },
);

test.each([
  ['failed', ['accept'], 'An earlier model: the newest one is not ready (failed).'],
  ['failed', [], 'An earlier model: the newest one is not ready (failed).'],
  ['processing', ['accept'], 'An earlier model: the newest one is not ready (processing).'],
  ['has_3d', ['accept'], undefined],
  // What frames beside a status mean at another service nobody knows.
  ['processing', [], 'The service says of this model: processing.'],
  ['textured', [], 'The service says of this model: textured.'],
])('where the newest generation is %s at a service with %j the page is told %j', async (status, routes, note) => {
  expect((await opened([{ ...mammo, status }], routes)).note).toBe(note);
});

test('a patient with a failed generation and no model before it has none to show', async () => {
  await expect(opened([{ ...mammo, status: 'failed', frames: null }])).rejects.toMatchObject({ code: 'not_found' });
});

test('a model that is made anew while it is fetched is fetched again, and known as what it is then', async () => {
  const running = { ...mammo, status: 'processing', updated_at: '2' };
  const ready = { ...mammo, updated_at: '3' };
  const { note, times, simulations, saveSimulation } = await opened([running, ready, ready], ['simulations']);
  expect([note, times]).toEqual([undefined, 2]);
  await simulations!.save({ name: 'A', description: '', implants: {} });
  expect(saveSimulation).toHaveBeenCalledWith('7', expect.objectContaining({ modelUpdatedAt: '3' }), expect.anything());
  const restless = Array.from({ length: 9 }, (_, i) => ({ ...mammo, updated_at: String(i) }));
  const unknown = await opened(restless, ['accept', 'simulations']);
  expect(unknown).toMatchObject({ times: 3, note: expect.stringContaining('this one cannot be accepted') });
  // A model that nobody has seen is not accepted, and nothing is simulated on it.
  expect(Object.keys(unknown)).not.toEqual(expect.arrayContaining(['accept']));
  expect(Object.keys(unknown)).not.toEqual(expect.arrayContaining(['simulations']));
  expect(unknown.facts()).toEqual({ type: 'mammo' });
});

test('simulations are kept where the service has a way to, and for breasts alone', async () => {
  const simulation = { id: 3, name: 'Plan A' };
  const withOne = { ...mammo, simulations: [simulation] };
  const ours = await opened([withOne], ['simulations']);
  expect(ours.facts()).toMatchObject({ type: 'mammo', simulations: { canSave: true, saved: [simulation] } });
  const other = await opened([withOne]);
  expect(other.facts()).toMatchObject({ simulations: { canSave: false, saved: [simulation] } });
  expect(other.simulations).toBeUndefined();
  const face = await opened([{ ...mammo, type: 'FaceReconstruction' }], ['simulations']);
  expect(face.facts()).toEqual({ type: 'face' });
  expect(face.simulations).toBeUndefined();
});

const LINES: SimulationLines = {
  sha256: 'a'.repeat(64),
  lines: [
    [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
    ],
  ],
};
const sent = { name: 'Plan B', description: '', implants: {}, lines: LINES };

test('lines come with their simulations, and go with a new one, where the service keeps them', async () => {
  const record = (...names: string[]) => ({ ...mammo, simulations: names.map((name, i) => ({ id: i + 3, name })) });
  const routes = ['simulations', 'simulation-lines'];
  const lines: [number, SimulationLines][] = [[3, LINES]];
  const records = [record('Plan A'), record('Plan A'), record('Plan A', 'Plan B')];
  const { facts, simulations, saveSimulation } = await opened(records, routes, { lines });
  const [saved] = facts().simulations!.saved;
  expect(facts().simulations).toMatchObject({ keepsLines: true, saved: [{ id: 3, lines: LINES }] });
  await simulations!.save(sent);
  expect(saveSimulation).toHaveBeenCalledWith('7', { ...sent, modelUpdatedAt: '1' }, expect.anything());
  expect(facts().simulations!.saved).toEqual([saved, expect.objectContaining({ name: 'Plan B', lines: LINES })]);
});

test('no lines are asked for where there is no simulation, and none are sent to a service that keeps none', async () => {
  const bare = await opened([mammo], ['simulations', 'simulation-lines']);
  expect(bare.facts().simulations).toMatchObject({ keepsLines: true });
  expect(bare.askSimulationLines).not.toHaveBeenCalled();
  const other = await opened([{ ...mammo, simulations: [{ id: 3, name: 'Plan A' }] }], ['simulations']);
  await other.simulations!.save(sent);
  expect(other.askSimulationLines).not.toHaveBeenCalled();
  expect(other.saveSimulation.mock.lastCall).toEqual([
    '7',
    { name: 'Plan B', description: '', implants: {}, modelUpdatedAt: '1' },
    expect.anything(),
  ]);
  expect(other.facts().simulations).not.toHaveProperty('keepsLines');
});

test('beside a model the after-records that are ready and of its type are told, unless one is shown', async () => {
  const afters = [
    { type: 'mammo', number: 1, status: 'has_3d' },
    { type: 'mammo', number: 2, status: 'processing' },
    { type: 'face', number: 1, status: 'has_3d' },
  ];
  const at = async (routes: string[], after?: number) => {
    const patient = { id: 7, reconstructions: [mammo] };
    const getPatient = async () => ({ body: { patient }, routes: new Set(routes), afters });
    const context = { client: async () => ({ getPatient }), globals: () => ({ dryRun: false }) };
    return (await modelOfPatient('7', { type: 'mammo', after }, '/nowhere', context as never, vi.fn())).others;
  };
  expect(await at(['after-archive'])).toEqual([1]);
  expect(await at(['after-archive'], 1)).toEqual([]);
  expect(await at([])).toEqual([]);
});
