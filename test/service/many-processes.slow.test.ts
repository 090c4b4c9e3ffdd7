import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientAnswer, PatientsAnswer } from '../../src/contract/answers.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { openPlaces } from '../../src/service/open-places.ts';
import { takeJob } from '../../src/service/queue/leases.ts';
import { LIMITS } from '../../src/service/request-limits.ts';
import { type RunningService, startService, startWorker } from '../../src/service/start.ts';
import { sweepShared } from '../../src/service/sweep-shared.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { openTestDatabase, postgresPrograms } from '../support/postgres.ts';
import { formData, storedFileIds, type TestForm, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openSharedPlaces, type TestPlaces } from '../support/test-places.ts';
import { endlessUpload, endsInTime, slowDownload, waitingCreate } from '../support/under-way.ts';

describe.skipIf(postgresPrograms() === undefined)('services on one PostgreSQL database and one bucket', () => {
  let shared: TestPlaces;
  let folder: string;
  let token: string;
  beforeAll(() => decoderProgram());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recon-many-'));
    shared = await openSharedPlaces(folder);
    token = await addAccount('main');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function addAccount(name: string): Promise<string> {
    const accounts = await openAccounts(shared.places);
    const made = await accounts.add(name);
    await accounts.close();
    return made.token;
  }

  /** The options of one process: a data folder of its own, and the places that all share. */
  const optionsOf = async (name: string) => ({
    ...shared.places,
    dataFolder: join(folder, name),
    host: '127.0.0.1',
    port: 0,
    workerUrl: workerNamed('quick'),
    decoderUrl: await decoderProgram(),
    clock: systemClock,
  });

  async function openApi(name: string): Promise<RunningService> {
    const service = await startService({ ...(await optionsOf(name)), withoutWorker: true });
    onTestFinished(() => service.stop(0));
    return service;
  }

  async function openWorker(name: string, worker: Parameters<typeof workerNamed>[0] = 'quick') {
    const running = await startWorker({ ...(await optionsOf(name)), workerUrl: workerNamed(worker) });
    onTestFinished(() => running.stop(0));
    return running;
  }

  const send = (service: RunningService, method: string, path: string, form?: TestForm, headers = {}) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(form && { body: formData(form) }),
    });
  const create = async (service: RunningService, form: TestForm, headers = {}) =>
    (await (await send(service, 'POST', '/patients', form, headers)).json()) as PatientAnswer;

  test('a create that waits is answered with the model that another process made', async () => {
    const api = await openApi('api');
    await openWorker('worker');
    const { patient } = await create(api, await mammoForm());
    expect(patient.reconstructions).toMatchObject([{ status: 'has_3d' }]);
    const picture = await fetch(patient.reconstructions[0]!.front!);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('what one process takes another one shows at once, with the progress of a third', async () => {
    const [one, other] = [await openApi('one'), await openApi('other')];
    await openWorker('worker', 'half');
    const { patient } = await create(one, { ...(await mammoForm()), async: 'true' });
    const seen = () => send(other, 'GET', `/patients/${patient.id}`);
    expect(await (await seen()).json()).toMatchObject({ patient: { id: patient.id, name: patient.name } });
    await expect.poll(async () => (await seen()).headers.get('recon-progress')).toBe('mammo=43');
  });

  test('what one process has accepted another one does not change, and twenty keys of two make one acceptance', async () => {
    const [one, other] = [await openApi('one'), await openApi('other')];
    await openWorker('worker');
    const { patient } = await create(one, { ...(await mammoForm()), async: 'false' });
    const path = `/recon/patients/${patient.id}`;
    const headers = { 'idempotency-key': 'accept-it' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(at % 2 === 0 ? one : other, 'PUT', `${path}/accepted/mammo`, undefined, headers),
      ),
    );
    const bodies = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    for (const [status, body] of bodies) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ patient: { id: patient.id, reconstructions: [{ accepted: true }] } });
    }
    const form = { 'reconstruction[nipple_to_nipple]': '33', 'patient[height]': '171' };
    const updated = await send(other, 'PUT', path, form);
    expect(updated.headers.get('warning')).toMatch(/not changed/);
    const seen = (await (await send(one, 'GET', `/patients/${patient.id}`)).json()) as PatientAnswer;
    expect(seen.patient).toMatchObject({ height: 171, reconstructions: [{ accepted: true, status: 'has_3d' }] });
    const accepts = async () =>
      (await auditEntries(shared)).filter(({ operation, outcome }) => /accepted/.test(operation) && outcome === 200);
    // One stands in the commit of the change; those of the answers that were given again come up to half a second later.
    await expect.poll(async () => (await accepts()).length).toBe(20);
  });

  test('a start frees no lease that lives, and two workers never have the same job', async () => {
    const api = await openApi('api');
    for (let jobs = 0; jobs < 6; jobs++) await create(api, { ...(await mammoForm()), async: 'true' });
    const stores = await Promise.all(
      ['a', 'b', 'c'].map(async (name) =>
        openPlaces({ ...shared.places, dataFolder: join(folder, name) }, systemClock, () => {}),
      ),
    );
    const taken = await Promise.all([...stores, ...stores].map(({ store }) => takeJob(store)));
    expect(new Set(taken.map((lease) => lease?.jobId)).size).toBe(6);
    await openApi('another');
    expect(await takeJob(stores[0]!.store)).toBeUndefined();
    await Promise.all(stores.map((one) => one.close()));
  });

  test('the account with the fewest running generations comes first', async () => {
    const api = await openApi('api');
    const form = { ...(await mammoForm()), async: 'true' };
    for (let jobs = 0; jobs < 3; jobs++) await create(api, form);
    token = await addAccount('other');
    await create(api, form);
    const { store, close } = await openPlaces(
      { ...shared.places, dataFolder: join(folder, 'a') },
      systemClock,
      () => {},
    );
    const order = [];
    for (let jobs = 0; jobs < 4; jobs++) order.push((await takeJob(store))!.jobId);
    expect(order).toEqual([1, 4, 2, 3]);
    await close();
  });

  test('one key sent twenty times to two processes at the same time makes one patient, and all tell it', async () => {
    const services = [await openApi('one'), await openApi('other')];
    const key = { 'idempotency-key': 'the-same' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => create(services[turn % 2]!, { 'patient[name]': 'Once' }, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ patient: { name: 'Once' } });
    const list = (await (await send(services[0]!, 'GET', '/patients')).json()) as PatientsAnswer;
    expect(list.meta.total_entries).toBe(1);
  });

  test('two processes together store no more than an account may', async () => {
    const services = [await openApi('one'), await openApi('other')];
    const form = { ...(await mammoForm()), async: 'true' };
    const photos = Object.values<string | Uint8Array>(form).filter((value) => value instanceof Uint8Array);
    const bytes = photos.reduce((sum, { length }) => sum + length, 0);
    const accounts = await openAccounts(shared.places);
    onTestFinished(accounts.close);
    const statuses = async () => {
      const sent = Array.from({ length: 12 }, (_, turn) => send(services[turn % 2]!, 'POST', '/patients', form));
      return (await Promise.all(sent)).map(({ status }) => status);
    };
    await accounts.setQuota('main', { bytes: 3 * bytes });
    const byBytes = await statuses();
    expect((await accounts.list())[0]!.stored).toEqual({ patients: 3, bytes: 3 * bytes });
    // The others had no room, or no slot for an upload.
    expect(byBytes.filter((status) => status === 201)).toHaveLength(3);
    expect(byBytes).toContain(413);
    expect(byBytes.filter((status) => ![201, 413, 503].includes(status))).toEqual([]);
    await accounts.setQuota('main', { bytes: null, patients: 5 });
    const byPatients = Array.from({ length: 12 }, (_, turn) => send(services[turn % 2]!, 'POST', '/patients', {}));
    const made = (await Promise.all(byPatients)).map(({ status }) => status).sort();
    expect(made).toEqual([201, 201, ...Array(10).fill(409)]);
    expect(await storedFileIds({ places: shared.places })).toHaveLength(9);
  });

  test('a token that stops working ends within a second in every process, also what is under way', async () => {
    const services = [await openApi('one'), await openApi('other')];
    const maker = await openWorker('worker', 'huge');
    const { patient } = await create(services[0]!, await mammoForm());
    await maker.stop(0);
    const accounts = await openAccounts(shared.places);
    const form = await mammoForm(2);
    const entries = async () =>
      ((await (await send(services[0]!, 'GET', '/patients')).json()) as PatientsAnswer).meta.total_entries;
    for (const [turn, end] of [
      () => accounts.revokeToken('main', 'ends'),
      () => accounts.newToken('main'),
      () => accounts.setDisabled('main', true),
    ].entries()) {
      ({ token } = await accounts.addToken('main', { label: 'ends', scope: 'write' }));
      const requests = services.flatMap(({ url }) => [
        slowDownload({ url, token }, `/patients/${patient.id}/download?type=mammo`),
        waitingCreate({ url, token }, form),
        endlessUpload({ url, token }),
      ]);
      await Promise.all(requests.map(({ begun }) => begun));
      await expect.poll(entries).toBe(3 + 2 * turn);
      await end();
      const ends = endsInTime(requests);
      for (const service of services) expect((await send(service, 'GET', '/patients')).status).toBe(401);
      expect(new Set(await ends)).toEqual(new Set(['cut']));
    }
    await accounts.close();
  });

  test('a create that waits, sent again to another process with its key, is answered with the model as well', async () => {
    const services = [await openApi('one'), await openApi('other')];
    const key = { 'idempotency-key': 'waits' };
    const form = await mammoForm();
    const answers = services.map((service) => create(service, form, key));
    await expect.poll(async () => (await send(services[0]!, 'GET', '/patients?name=')).status).toBe(200);
    await openWorker('worker');
    for (const { patient } of await Promise.all(answers)) {
      expect(patient.reconstructions).toMatchObject([{ status: 'has_3d' }]);
    }
    await expect.poll(() => storedFileIds(shared)).toHaveLength(9);
  });

  test('an account has its few uploads in all processes together, and a slot comes back', async () => {
    const services = [await openApi('one'), await openApi('other')];
    const begin = (service: RunningService) => beginUpload(service, token);
    const uploads = [];
    for (let slot = 0; slot < LIMITS.uploadsPerUploader; slot++) uploads.push(begin(services[slot % 2]!));
    const withPhotos = {
      ...(await mammoForm()),
      'reconstruction[front]': await jpegOf({ width: 2400, height: 3200 }),
      async: 'true',
    };
    expect(withPhotos['reconstruction[front]'].length).toBeGreaterThan(LIMITS.uploadBytes);
    const tryOne = async () => (await send(services[0]!, 'POST', '/patients', withPhotos)).status;
    await expect.poll(tryOne).toBe(503);
    expect((await send(services[0]!, 'POST', '/patients', { 'patient[name]': 'No photo' })).status).toBe(201);
    uploads.pop()!.abort();
    await expect.poll(tryOne).toBe(201);
    for (const upload of uploads) upload.abort();
  });

  test('the sweep removes what a dead process left, and a change that is late by then fails whole', async () => {
    const { store, close } = await openPlaces(
      { ...shared.places, dataFolder: join(folder, 'a') },
      systemClock,
      () => {},
    );
    const [left, late] = await store.newFileIds(2);
    await store.blobs.write(left!, Buffer.from('left'));
    await sweepShared(store);
    expect(await storedFileIds(shared)).toEqual([left]);
    await sweepShared(store, 0);
    expect(await storedFileIds(shared)).toEqual([]);
    expect(await store.db.selectFrom('unfinished_files').selectAll().where('id', '=', late!).execute()).toEqual([]);
    await close();
  });

  test.each(['emptied', 'older', 'another'])(
    'a database that is %s beside the files of the bucket is refused',
    async (kind) => {
      const api = await openApi('api');
      await openWorker('worker');
      await create(api, await mammoForm());
      const before = await storedFileIds(shared);
      const { store, close } = await openPlaces(
        { ...shared.places, dataFolder: join(folder, 'a') },
        systemClock,
        () => {},
      );
      if (kind === 'older') await store.db.updateTable('folder').set({ commits: 0 }).execute();
      if (kind === 'another')
        await store.db
          .updateTable('folder')
          .set({ id: 'f'.repeat(32) })
          .execute();
      await close();
      const places = kind === 'emptied' ? (await openSharedPlaces(folder)).places : shared.places;
      const start = startService({ ...(await optionsOf('late')), databaseUrl: places.databaseUrl! });
      await expect(start).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('does not belong to the files'),
      });
      expect(await storedFileIds(shared)).toEqual(before);
    },
  );

  test('a start tells whether there was an account', async () => {
    const fresh = await openSharedPlaces(folder);
    const service = await startService({ ...(await optionsOf('fresh')), ...fresh.places, withoutWorker: true });
    onTestFinished(() => service.stop(0));
    expect(service).toMatchObject({ own: undefined, hasAccounts: false });
    expect(await openApi('restored')).toMatchObject({ own: undefined, hasAccounts: true });
  });
});

test.skipIf(postgresPrograms() === undefined)(
  'a database whose files are in a data folder is served with that folder alone, wherever it is moved to',
  async () => {
    const folder = tempFolder();
    const database = await openTestDatabase();
    onTestFinished(() => database.drop());
    const log: string[] = [];
    const start = async (name: string, bucket?: TestPlaces['places']['bucket'], databaseUrl = database.url) => {
      const service = await startService({
        onLog: (line) => log.push(line),
        dataFolder: join(folder, name),
        databaseUrl,
        ...(bucket && { bucket }),
        host: '127.0.0.1',
        port: 0,
        workerUrl: workerNamed('quick'),
        decoderUrl: await decoderProgram(),
        clock: systemClock,
      });
      onTestFinished(() => service.stop(0));
      return service;
    };
    const one = await start('one');
    const told = expect.stringMatching(/^The photos and models .*"\S+\/one" on .* and can be nowhere else/);
    expect(log).toContainEqual(told);
    const refusal = { code: 'storage', message: expect.stringContaining(`${JSON.stringify(join(folder, 'one'))} on `) };
    await expect(start('other')).rejects.toMatchObject(refusal);
    const { places } = await openSharedPlaces(folder);
    await expect(start('third', places.bucket)).rejects.toMatchObject(refusal);
    // The refused start left a note of its database in the bucket, which kept every other one out.
    log.length = 0;
    await (await start('fourth', places.bucket, places.databaseUrl)).stop();
    await one.stop();
    await expect(start('other')).rejects.toMatchObject(refusal);
    await rename(join(folder, 'one'), join(folder, 'moved'));
    await start('moved');
    expect(log.filter((line) => line.startsWith('The photos'))).toEqual([]);
  },
);

/** A form whose body does not end. */
function beginUpload(service: RunningService, token: string): AbortController {
  const controller = new AbortController();
  let pace: NodeJS.Timeout;
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(
        Buffer.from('--b\r\ncontent-disposition: form-data; name="reconstruction[front]"; filename="f.jpg"\r\n\r\n'),
      );
      // Twice as fast as an upload has to be.
      pace = setInterval(() => stream.enqueue(Buffer.alloc(LIMITS.pace.leastBytesPerS / 5)), 100);
    },
    cancel: () => clearInterval(pace),
  });
  controller.signal.addEventListener('abort', () => clearInterval(pace));
  fetch(`${service.url}/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
    signal: controller.signal,
  } as RequestInit).catch(() => undefined);
  return controller;
}
