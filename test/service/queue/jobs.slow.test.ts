import { writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import type { Patient } from '../../../src/contract/patient.ts';
import type { Store } from '../../../src/service/domain/store.ts';
import { finishJob } from '../../../src/service/queue/finish.ts';
import { LEASE_MS, type Lease, returnLease, takeJob } from '../../../src/service/queue/leases.ts';
import { type Model, PART_NAMES, type PartName } from '../../../src/service/worker/orders.ts';
import { sha256Of } from '../../../src/system/sha256.ts';
import {
  openService,
  openStoreOf,
  storedFileIds,
  type TestService,
  workerNamed,
} from '../../support/running-service.ts';
import { mammoForm } from '../../support/service-forms.ts';

let service: TestService;
afterEach(() => service.close());

const createAsync = async () =>
  (await service.patient('POST', '/patients', { form: { ...(await mammoForm()), async: 'true' } })).patient;
const status = async ({ id }: Pick<Patient, 'id'>) =>
  (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.status;

test('an asynchronous create answers at once, a synchronous one with the model', async () => {
  service = await openService({ readyAfterMs: 300 });
  const patient = await createAsync();
  expect(patient.reconstructions[0]).toMatchObject({
    status: 'processing',
    frames: null,
    mesaures: { nipple_to_nipple: 21.5 },
  });
  const answer = await service.patient('POST', '/patients', { form: await mammoForm() });
  expect(answer).toMatchObject({ async: 'false', patient: { reconstructions: [{ status: 'has_3d' }] } });
  expect(answer.patient.reconstructions[0]!.frames).toMatch(/^http/);
  await expect.poll(() => status(patient)).toBe('has_3d');
  expect((await service.patient('GET', `/patients/${patient.id}`)).async).toBe('true');
});

test('a generation that cannot use the photos fails once, with the reason', async () => {
  service = await openService({ workerUrl: workerNamed('refuse') });
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  expect(await status(patient)).toBe('failed');
  expect(service.log).toEqual([expect.stringMatching(/^generation \d+ has failed/)]);
});

test('a worker that dies is tried three times, then the job fails with a reason', async () => {
  service = await openService({ workerUrl: workerNamed('crash') });
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  expect(await status(patient)).toBe('failed');
  expect(service.log.filter((line) => line.startsWith('job 1 attempt'))).toHaveLength(3);
  const problem = await service.problem('GET', `/patients/${patient.id}/download?type=mammo`);
  expect(problem).toMatchObject({ code: 'generation_failed', detail: expect.stringContaining('three times') });
});

test('one of the three attempts is enough', async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  const patient = await createAsync();
  for (let kill = 0; kill < 2; kill++) await dieWhileRunning();
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(() => status(patient)).toBe('has_3d');
});

test('a job whose service died twenty times under it is given up, not one of three times', async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  const patients = [await createAsync(), await createAsync()];
  for (const [jobId, attempt] of [
    [1, 3],
    [2, 20],
  ] as const) {
    await service.stop();
    const { store, close } = await openStoreOf(service);
    const left = { state: 'running', attempt, lease_until: 0 };
    await store.db.updateTable('jobs').set(left).where('id', '=', jobId).execute();
    await close();
  }
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(() => status(patients[0]!)).toBe('has_3d');
  await expect.poll(() => status(patients[1]!)).toBe('failed');
});

test('stopping the service costs a job no attempt', async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  const patient = await createAsync();
  for (let stop = 0; stop < 4; stop++) await service.restart();
  expect(await status(patient)).toBe('processing');
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(() => status(patient)).toBe('has_3d');
});

test('an attempt that lost its job writes nothing', async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  const patient = await createAsync();
  await service.stop();
  const { store, close } = await openStoreOf(service);
  const lost = await takeJob(store);
  await returnLease(store, lost!);
  const held = await takeJob(store);
  expect(held).toEqual(lost);
  const stale = { ...held!, attempt: held!.attempt - 1 };
  const finish = async (lease: Lease) => finishJob(store, lease, MODEL, await writeParts(store));
  await finish(stale);
  expect(await store.db.selectFrom('files').select('name').where('name', '=', 'glb').execute()).toEqual([]);
  await finish(held!);
  await finish(held!);
  expect(await store.db.selectFrom('files').select('name').where('name', '=', 'glb').execute()).toHaveLength(1);
  expect(await storedFileIds(service)).toHaveLength(9);
  await close();
  await service.restart();
  expect(await status(patient)).toBe('has_3d');
});

test('a lease that ran out is taken by another attempt, one that has not is left alone', async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  await createAsync();
  await service.stop();
  const { store, close } = await openStoreOf(service);
  const first = await takeJob(store);
  expect(await takeJob(store)).toBeUndefined();
  const { lease_until } = await store.db.selectFrom('jobs').select('lease_until').executeTakeFirstOrThrow();
  expect(Math.abs(lease_until - Date.now() - LEASE_MS)).toBeLessThan(10_000);
  await store.db
    .updateTable('jobs')
    .set({ lease_until: lease_until - LEASE_MS })
    .execute();
  expect(await takeJob(store)).toEqual({ ...first, attempt: first!.attempt + 1 });
  await close();
});

test('rehearsal: all generations fail, and the log says so without the patient', async () => {
  const told: string[] = [];
  service = await openService({ failRate: 1, onLog: (line, weight) => void (weight === 'news' && told.push(line)) });
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  expect(await status(patient)).toBe('failed');
  await expect
    .poll(() => told)
    .toEqual([expect.stringMatching(/^generation \d+ has failed; recon doctor tells whose it is, and why$/)]);
});

test('a rehearsed failure waits for no engine', async () => {
  // This worker never ends.
  service = await openService({ failRate: 1, readyAfterMs: 100, workerUrl: workerNamed('half') });
  const { id } = await createAsync();
  await expect.poll(() => status({ id })).toBe('failed');
});

test('a synchronous create under way ends with an answer when the service stops', async () => {
  service = await openService({ readyAfterMs: 500 });
  const answer = service.patient('POST', '/patients', { form: await mammoForm() });
  await expect.poll(async () => (await service.list()).meta.total_entries).toBe(1);
  await service.stop();
  expect((await answer).patient.reconstructions[0]!.status).toBe('has_3d');
  await service.restart();
});

/** Stops, and leaves the job as a process leaves it that is killed in the middle of an attempt. */
async function dieWhileRunning(): Promise<void> {
  await service.stop();
  const { store, close } = await openStoreOf(service);
  await takeJob(store);
  await store.db.updateTable('jobs').set({ lease_until: 0 }).execute();
  await close();
  await service.restart();
}

const byPart = <T>(value: () => T) =>
  Object.fromEntries(PART_NAMES.map((name) => [name, value()])) as Record<PartName, T>;

const MODEL: Model = { measures: {}, parts: byPart(() => ({ sizeBytes: 1, sha256: sha256Of('1') })) };

async function writeParts({ incoming }: Store): Promise<Record<PartName, string>> {
  const paths = byPart(() => incoming.newPath());
  for (const path of Object.values(paths)) await writeFile(path, '1');
  return paths;
}

test('an answer about a patient says how far a running generation is, and nothing once none runs', async () => {
  service = await openService({ workerUrl: workerNamed('half') });
  const { id } = await createAsync();
  const progressOf = async (id: number) => (await service.send('GET', `/patients/${id}`)).headers.get('recon-progress');
  const progress = () => progressOf(id);
  await expect.poll(progress).toBe('mammo=43');
  expect(await progressOf((await createAsync()).id)).toBeNull();
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(() => status({ id })).toBe('has_3d');
  await expect.poll(progress).toBeNull();
});

test('a rehearsed generation is as far as its time, and not as the engine', async () => {
  service = await openService({ workerUrl: workerNamed('quick'), readyAfterMs: 60_000 });
  const { id } = await createAsync();
  const progress = async () => (await service.send('GET', `/patients/${id}`)).headers.get('recon-progress');
  await expect.poll(progress, { timeout: 10_000 }).toMatch(/^mammo=[1-9]$/);
});

test('an answer about a patient says how wrong a model may be, and what was read off it, once there is one', async () => {
  service = await openService({ workerUrl: workerNamed('certain') });
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const { headers } = await service.send('GET', `/patients/${patient.id}`);
  expect(headers.get('recon-expected-error')).toBe('mammo.torso_front=2.1, mammo.breast_left=3');
  expect(headers.get('recon-computed')).toBe('mammo=hipline');
  expect(headers.get('warning')).toBe(`199 recon "mammo: A 'sentence', of 45 degree ?."`);
  for (const number of [1, 2, 3, 4]) {
    expect(
      (await service.send('POST', `/patients/${patient.id}/after`, { form: await mammoForm(number) })).status,
    ).toBe(201);
  }
  const told = async () => (await service.send('GET', `/patients/${patient.id}`)).headers;
  await expect.poll(async () => (await told()).get('recon-afters')).toMatch(/^(mammo\.\d=has_3d(, )?){4}$/);
  // Of many after-records the header lines would grow too long for a client.
  expect((await told()).get('recon-expected-error')).toBe(
    ['mammo', 'mammo.2', 'mammo.3', 'mammo.4']
      .map((name) => `${name}.torso_front=2.1, ${name}.breast_left=3`)
      .join(', '),
  );
  expect((await told()).get('recon-after-warnings')).toBe(
    [2, 3, 4].map((number) => `mammo.${number}="A 'sentence', of 45 degree ?."`).join(', '),
  );
  expect((await told()).get('warning')).toBe(headers.get('warning'));
  await service.restart({ workerUrl: workerNamed('hang') });
  const second = await createAsync();
  expect((await service.send('GET', `/patients/${second.id}`)).headers.get('recon-expected-error')).toBeNull();
});
