import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { AfterAnswer } from '../../src/contract/answers.ts';
import type { Patient } from '../../src/contract/patient.ts';
import { type OpenedStore, openStore } from '../../src/service/open-store.ts';
import { tryJob } from '../../src/service/queue/attempt.ts';
import { takeJob } from '../../src/service/queue/leases.ts';
import { sweepHourly } from '../../src/service/sweep.ts';
import { GENERATING } from '../../src/service/worker/limits.ts';
import type { Generating } from '../../src/service/worker/orders.ts';
import { ProcessPool } from '../../src/service/worker/process-pool.ts';
import { openService, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

let service: TestService;
let away: string;
let patient: Patient;
const faults: string[] = [];
beforeAll(async () => {
  service = await openService({ onLog: (line, weight) => void (weight === 'fault' && faults.push(line)) });
  ({ patient } = await service.patient('POST', '/patients', { form: await mammoForm() }));
  away = await mkdtemp(join(tmpdir(), 'recon-away-'));
});
afterEach(async () => {
  await putBack();
  await inStore((store) => sweepHourly(store, new AbortController().signal));
  faults.length = 0;
});
afterAll(async () => {
  await service.close();
  await rm(away, { recursive: true });
});

/** Looks and changes beside the running service, as another process would. */
async function inStore<T>(work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(service.dataFolder, systemClock);
  try {
    return await work(store);
  } finally {
    await store.database.close();
  }
}

const pathOf = (id: string) => join(service.dataFolder, 'files', id.slice(0, 2), id);

/** Takes a file of the patient's newest record away while the service runs. */
async function takeAway(name: string): Promise<void> {
  const { id } = await inStore(({ db }) =>
    db
      .selectFrom('files')
      .select('id')
      .where('name', '=', name)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
  );
  await rename(pathOf(id), join(away, id));
}

async function putBack(): Promise<void> {
  for (const id of await readdir(away)) await rename(join(away, id), pathOf(id));
}

async function expectNotFound(url: string): Promise<void> {
  const answer = await fetch(url);
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
}

const statusOf = async ({ id }: Pick<Patient, 'id'>) =>
  (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.status;

test('a picture whose file is missing is not found, and its record is failed until the file is back', async () => {
  const url = String(patient.reconstructions[0]!.left);
  await takeAway('left');
  await expectNotFound(url);
  expect(await statusOf(patient)).toBe('failed');
  await putBack();
  await inStore((store) => sweepHourly(store, new AbortController().signal));
  expect(await statusOf(patient)).toBe('has_3d');
  expect((await fetch(url)).status).toBe(200);
  expect(faults).toEqual([]);
});

test('a download that lacks a file is refused before it begins', async () => {
  await takeAway('obj');
  expect(await statusOf(patient)).toBe('has_3d');
  expect(await service.problem('GET', `/patients/${patient.id}/download?type=mammo`)).toMatchObject({
    ...{
      status: 409,
      code: 'generation_failed',
      detail: expect.stringMatching(/^a file of it is missing on the disk of the service; its operator/),
    },
  });
  expect(await statusOf(patient)).toBe('failed');
  expect(faults).toEqual([]);
});

test('a small picture is no other', async () => {
  const answer = await service.send('POST', `/patients/${patient.id}/after`, { form: await faceForm() });
  const { after } = (await answer.json()) as AfterAnswer;
  await takeAway('front');
  await expectNotFound(String(after.front.thumb.url));
  const afters = await inStore(({ db }) => db.selectFrom('afters').select('is_incomplete').execute());
  expect(afters).toEqual([{ is_incomplete: 1 }]);
  expect(faults).toEqual([]);
});

test('an attempt that finds a photo missing does not count, and the job waits until the photo is back', async () => {
  await service.restart({ workerUrl: workerNamed('hang') });
  const created = await service.patient('POST', '/patients', { form: { ...(await faceForm()), async: 'true' } });
  await service.stop();
  await takeAway('front');
  await inStore(async (store) => {
    const generators = new ProcessPool<Generating>(workerNamed('quick'), GENERATING);
    const options = { store, generators, readyAfterMs: 0, failRate: 0 };
    const lease = await takeJob(store);
    const attempt = tryJob(lease!, options, { signal: new AbortController().signal });
    await expect(attempt).rejects.toThrow('photos missing: 1');
    expect(await takeJob(store)).toBeUndefined();
    const job = await store.db.selectFrom('jobs').selectAll().where('id', '=', lease!.jobId).executeTakeFirst();
    expect(job).toMatchObject({ attempt: 0, finished_at: null });
  });
  await putBack();
  await inStore(async (store) => {
    await sweepHourly(store, new AbortController().signal);
    expect(await takeJob(store)).toMatchObject({ attempt: 1 });
  });
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(() => statusOf(created.patient), { timeout: 20_000 }).toBe('has_3d');
});

test('what failed before its photo was lost keeps its own reason: new photos are needed', async () => {
  await service.restart({ workerUrl: workerNamed('refuse') });
  const { patient: refused } = await service.patient('POST', '/patients', { form: await faceForm() });
  const why = async () => (await service.send('GET', `/recon/patients/${refused.id}/failure?type=face`)).json();
  expect(await why()).toEqual({ failure: 'front.jpg shows no person' });
  await takeAway('front');
  await expectNotFound(String(refused.reconstructions[0]!.front));
  expect(await statusOf(refused)).toBe('failed');
  expect(await why()).toEqual({ failure: 'front.jpg shows no person' });
});
