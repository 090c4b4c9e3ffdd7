import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import type { Patient } from '../../src/contract/patient.ts';
import { openStore } from '../../src/service/open-store.ts';
import { sweepAtStart, sweepFirst } from '../../src/service/sweep.ts';
import { fileIdsIn } from '../support/data-folders.ts';
import { engineWorker } from '../support/engine-worker.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';

/** Each round kills twice, and lets what survived end: three attempts are all that a job has. */
const ROUNDS = 6;
/** A create takes some hundred milliseconds, a generation some seconds. */
const CREATE_KILL_WITHIN_MS = 1_500;
const GENERATION_KILL_WITHIN_MS = 4_000;
const VIEWS = ['left', 'front', 'right'] as const;
/** Small photos: what is tested is where they are, not what is made of them. */
const WIDTH_PX = 480;

let dataFolder: string;
let workerUrl: URL;
const photos = new Map<string, Buffer>();

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'recon-kill-'));
  workerUrl = await engineWorker();
  for (const view of VIEWS) {
    const sample = new URL(`../../samples/ana/torso/${view}.jpg`, import.meta.url);
    photos.set(
      view,
      await sharp(await readFile(sample))
        .resize(WIDTH_PX)
        .jpeg({ quality: 90 })
        .toBuffer(),
    );
  }
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test('kill -9 at 12 random moments of create and generation loses nothing that was acknowledged', {
  timeout: 900_000,
}, async () => {
  const acknowledged: number[] = [];
  const moments: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = await spawnService(dataFolder, workerUrl);
    // On a slow machine every create of a round may be lost before it is acknowledged.
    if (round === 0) acknowledged.push(await createPatient(first, 'before all'));
    const create = createPatient(first, `round ${round}`).then(
      (id) => acknowledged.push(id),
      () => undefined,
    );
    moments.push(await killWithin(first, CREATE_KILL_WITHIN_MS));
    await create;
    moments.push(await killWithin(await spawnService(dataFolder, workerUrl), GENERATION_KILL_WITHIN_MS));
    const last = await spawnService(dataFolder, workerUrl);
    await allEnded(last);
    await last.kill();
  }
  const service = await spawnService(dataFolder, workerUrl);
  const patients = await allPatients(service);
  expect(patients.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(patients.map(({ name }) => name)).size, moments.join(' ')).toBe(patients.length);
  for (const patient of patients) await expectWhole(patient);
  await service.kill();
  await expectNoOrphans(patients.length);
});

async function killWithin(service: ServiceProcess, limitMs: number): Promise<string> {
  const ms = Math.round(Math.random() * limitMs);
  await systemClock.sleep(ms);
  await service.kill();
  return `${ms} ms`;
}

async function createPatient({ url, token }: ServiceProcess, name: string): Promise<number> {
  const form = new FormData();
  form.append('patient[name]', name);
  form.append('reconstruction[type]', 'mammo');
  form.append('reconstruction[nipple_to_nipple]', '21');
  form.append('async', 'true');
  for (const view of VIEWS) {
    form.append(`reconstruction[${view}]`, new Blob([photos.get(view) as Buffer<ArrayBuffer>]), `${view}.jpg`);
  }
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/patients`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { patient: Patient }).patient.id;
}

async function allPatients({ url, token }: ServiceProcess): Promise<Patient[]> {
  const answer = await fetch(`${url}/patients?per_page=100`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as PatientsAnswer).patients;
}

const allEnded = (service: ServiceProcess) =>
  expect
    .poll(
      async () => (await allPatients(service)).filter((one) => one.reconstructions[0]?.status === 'processing').length,
      {
        timeout: 120_000,
        interval: 100,
      },
    )
    .toBe(0);

/** A patient is there with everything or not at all, acknowledged or not. */
async function expectWhole({ name, reconstructions }: Patient): Promise<void> {
  expect(
    reconstructions.map(({ status }) => status),
    name ?? '',
  ).toEqual(['has_3d']);
  for (const view of VIEWS) {
    const shown = await fetch(reconstructions[0]![view]!);
    expect(sha256(new Uint8Array(await shown.arrayBuffer()))).toBe(sha256(photos.get(view)!));
  }
}

/** Each job has one result, and disk and database name the same files. */
async function expectNoOrphans(patients: number): Promise<void> {
  const store = await openStore(dataFolder, systemClock);
  await sweepAtStart(store);
  await sweepFirst(store, new AbortController().signal);
  const jobs = await store.db.selectFrom('jobs').select('state').execute();
  expect(jobs.map(({ state }) => state)).toEqual(Array(patients).fill('done'));
  const rows = await store.db.selectFrom('files').select(['id', 'name', 'sha256']).execute();
  const perModel = VIEWS.length + 6;
  expect(rows).toHaveLength(patients * perModel);
  expect(await fileIdsIn(dataFolder, 'files')).toEqual(rows.map(({ id }) => id).sort());
  for (const { id, sha256: expected } of rows) expect(sha256(await store.blobs.read(id))).toBe(expected);
  expect(await readdir(join(dataFolder, 'incoming'))).toEqual([]);
  await store.db.destroy();
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
