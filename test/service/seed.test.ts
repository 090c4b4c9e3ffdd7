import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Patient } from '../../src/contract/patient.ts';
import { openService, type TestService } from '../support/running-service.ts';

const samplesFolder = resolve(import.meta.dirname, '../../samples');
const COUNT = 23;

let service: TestService;
let patients: Patient[];
beforeAll(async () => {
  service = await openService({ seed: COUNT, samplesFolder });
  ({ patients } = await service.list('?per_page=100'));
});
afterAll(() => service.close());

/** Every path to a value that is there, arrays without their index: `reconstructions.simulations.left_implant.volume`. */
function filledPaths(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => filledPaths(item, path));
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, item]) => filledPaths(item, path === '' ? key : `${path}.${key}`));
}

const IMPLANT = [
  ...['volume', 'diameter', 'projection', 'width', 'height', 'reference', 'white'],
  ...['name', 'shape', 'profile', 'surface', 'brand.name'].map((key) => `implant_category.${key}`),
];
const SIMULATION = [
  ...['id', 'name', 'description', 'updated_at', 'frames'],
  ...['left_implant', 'right_implant'].flatMap((side) => IMPLANT.map((key) => `${side}.${key}`)),
];
const RECONSTRUCTION = [
  ...['type', 'accepted', 'status', 'updated_at', 'frames', 'mesaures.nipple_to_nipple', 'left', 'front', 'right'],
  ...SIMULATION.map((key) => `simulations.${key}`),
];
const PATIENT = [
  ...['id', 'player_id', 'name', 'email', 'height', 'weight', 'phone', 'gender', 'address', 'city', 'postal_code'],
  ...['state', 'country_iso', 'updated_at'],
  ...RECONSTRUCTION.map((key) => `reconstructions.${key}`),
];

test('every field of the interface can be seen in the first patient, at once', () => {
  expect([...new Set(filledPaths(patients[0]))].sort()).toEqual(PATIENT.toSorted());
});

test('as many patients are there as asked for, and every type, both states of accepted and simulations', async () => {
  expect(patients).toHaveLength(COUNT);
  await expect
    .poll(async () =>
      (await service.list('?per_page=100')).patients.flatMap((p) => p.reconstructions.map((r) => r.status)),
    )
    .toEqual(Array(5).fill('has_3d'));
  const reconstructions = (await service.list('?per_page=100')).patients.flatMap((one) => one.reconstructions);
  expect(new Set(reconstructions.map(({ type }) => type))).toEqual(
    new Set(['MammoReconstruction', 'FaceReconstruction', 'BodyReconstruction']),
  );
  expect(new Set(reconstructions.map(({ accepted }) => accepted))).toEqual(new Set([true, false]));
  expect(reconstructions.map(({ simulations }) => simulations?.length)).toEqual([2, 0, 2, 0, 0]);
});

test('every picture, those of simulations too, opens without a token', async () => {
  const { patients: all } = await service.list('?per_page=5');
  const urls = all.flatMap(({ reconstructions }) =>
    reconstructions.flatMap(({ left, front, right, frames, simulations = [] }) => [
      ...[left, front, right, frames],
      ...simulations.map((simulation) => simulation.frames),
    ]),
  );
  expect(urls).toHaveLength(24);
  for (const url of urls) {
    const answer = await fetch(url!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await answer.arrayBuffer();
  }
});

test('an accepted reconstruction takes no photos from an invited patient', async () => {
  const accepted = patients.find(({ reconstructions }) => reconstructions[0]?.accepted)!;
  const path = `/patients/${accepted.id}/invitation?reconstruction_type=mammo`;
  const { invitation_url } = (await (await service.send('GET', path)).json()) as { invitation_url: string };
  for (const method of ['GET', 'POST']) {
    const answer = await service.send(method, new URL(invitation_url).pathname, { token: null });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('No more photos are needed');
  }
});

test('a restart with the same option adds nobody', async () => {
  await service.restart({ seed: COUNT });
  expect((await service.list()).meta.total_entries).toBe(COUNT);
});

test('a rehearsal begins after the seed: what that shows is there at once', async () => {
  const rehearsed = await openService({ seed: 5, samplesFolder, readyAfterMs: 600_000, failRate: 1 });
  try {
    const { patients: people } = await rehearsed.list();
    const statuses = people.map(({ reconstructions: [one] }) => one?.status);
    expect([statuses[0], statuses[2]]).toEqual(['has_3d', 'has_3d']);
    await expect
      .poll(async () => (await rehearsed.list()).patients.map(({ reconstructions: [one] }) => one?.status), {
        timeout: 60_000,
      })
      .toEqual(statuses.map(() => 'has_3d'));
  } finally {
    await rehearsed.close();
  }
});

test('without sample photos there are people alone, and none is a number too', async () => {
  const bare = await openService({ seed: 3 });
  const empty = await openService({ seed: 0, samplesFolder });
  try {
    const { patients: people } = await bare.list();
    expect(people.map(({ reconstructions }) => reconstructions)).toEqual([[], [], []]);
    expect((await empty.list()).patients).toEqual([]);
  } finally {
    await bare.close();
    await empty.close();
  }
});

test('names in any script are found without accents and case', async () => {
  const name = patients
    .map((one) => one.name ?? '')
    .find((one) => /[^\x20-\x7e]/.test(one) && /^[\x20-\u024f]+$/.test(one))!;
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const { patients: found } = await service.list(`?per_page=100&name=${encodeURIComponent(plain)}`);
  expect(found.map((one) => one.name)).toContain(name);
});
