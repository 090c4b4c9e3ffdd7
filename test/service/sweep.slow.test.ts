import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { deletePatient } from '../../src/service/domain/delete-and-transfer.ts';
import { keepPhotos } from '../../src/service/domain/files.ts';
import { type OpenedStore, openStore } from '../../src/service/open-store.ts';
import { readLastCommit } from '../../src/service/storage/last-commit.ts';
import { sweepHourly } from '../../src/service/sweep.ts';
import { fileIdsIn, makeOld } from '../support/data-folders.ts';
import { openService, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

const notices: string[] = [];
let service: TestService;
let patientId: number;
beforeAll(async () => {
  service = await openService({ onLog: (line, weight) => void (weight === 'fault' && notices.push(line)) });
  patientId = (await service.patient('POST', '/patients', { form: await mammoForm() })).patient.id;
});
afterAll(() => service.close());

async function inStore<T>(work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(service.dataFolder, systemClock);
  try {
    return await work(store);
  } finally {
    await store.db.destroy();
  }
}

/** Writes a file into the room of files, by hand or as something that broke off. */
async function putFile(id: string): Promise<string> {
  const folder = join(service.dataFolder, 'files', id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id), 'some photo');
  return id;
}

const statuses = async () => {
  const { patient } = await service.patient('GET', `/patients/${patientId}`);
  return patient.reconstructions.map(({ status }) => status);
};

test('each file is on record before it is on the disk, and no longer once a record owns it', async () => {
  await inStore(async (store) => {
    const path = store.incoming.newPath();
    await writeFile(path, 'photo');
    const [kept] = await keepPhotos(store, 1, [{ view: 'front', path, sizeBytes: 5, sha256: '', mime: 'image/jpeg' }]);
    const onRecord = await store.db.selectFrom('unfinished_files').select(['id', 'kind']).execute();
    expect(onRecord).toContainEqual({ id: kept!.id, kind: 'new' });
    await store.blobs.remove([kept!.id]);
    const owned = await store.db.selectFrom('files').select('id').execute();
    expect(owned).toHaveLength(9);
    expect(onRecord.map(({ id }) => id)).not.toEqual(expect.arrayContaining([owned[0]!.id]));
  });
});

test('the number beside the files grows with each change, and looking does not change it', async () => {
  // Every two seconds the audit seals its lines, and that is a change, too. If it comes in between, this tries again.
  await vi.waitFor(async () => {
    const numbers: (number | undefined)[] = [];
    const note = async () => numbers.push((await readLastCommit(service.dataFolder))?.commits);
    await note();
    await service.patient('PUT', `/patients/${patientId}`, { form: { 'patient[city]': 'Porto' } });
    await note();
    await service.list();
    await note();
    const inDatabase = await inStore(({ db }) => db.selectFrom('folder').select('commits').executeTakeFirstOrThrow());
    const first = numbers[0]!;
    expect([...numbers, inDatabase.commits]).toEqual([first, first + 1, first + 1, first + 1]);
  }, 10_000);
});

test('the start removes what unfinished work left, and only that: a file that nothing explains goes to the quarantine', async () => {
  const files = await fileIdsIn(service.dataFolder, 'files');
  await service.stop();
  const [begun, erased, stray] = [await putFile('a'.repeat(32)), await putFile('b'.repeat(32)), 'c'.repeat(32)];
  await inStore((store) =>
    store.db
      .insertInto('unfinished_files')
      .values([
        { id: begun, kind: 'new' },
        { id: erased, kind: 'erased' },
      ])
      .execute(),
  );
  await putFile(stray);
  await writeFile(join(service.dataFolder, 'incoming', stray), 'half a photo');
  await writeFile(join(service.dataFolder, 'incoming', 'notes.txt'), 'somebody’s own');
  await service.restart();
  expect(await fileIdsIn(service.dataFolder, 'files')).toEqual(files);
  expect(await fileIdsIn(service.dataFolder, 'quarantine')).toEqual([stray]);
  expect(await readdir(join(service.dataFolder, 'incoming'))).toEqual(['notes.txt']);
});

test('every start tells of the quarantine, and a file that comes again does not replace the first', async () => {
  await service.stop();
  await putFile('c'.repeat(32));
  notices.length = 0;
  await service.restart();
  await service.restart();
  expect(await fileIdsIn(service.dataFolder, 'quarantine')).toEqual(['c'.repeat(32), 'c'.repeat(32)]);
  const [dated] = await readdir(join(service.dataFolder, 'quarantine'));
  expect(dated).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);
  const told = expect.stringMatching(/^2 files that no record explains lie in .*quarantine\. .*also of deleted ones/);
  expect(notices).toEqual([told, told]);
  await rm(join(service.dataFolder, 'quarantine'), { recursive: true });
  notices.length = 0;
  await service.restart();
  expect(notices).toEqual([]);
});

test('the hourly sweep keeps to the same rule, and to files that are older than an hour', async () => {
  const files = await fileIdsIn(service.dataFolder, 'files');
  const [begun, erased, stray] = [await putFile('d'.repeat(32)), await putFile('e'.repeat(32)), 'f'.repeat(32)];
  await putFile(stray);
  await inStore(async (store) => {
    const { signal } = new AbortController();
    await store.db.insertInto('unfinished_files').values({ id: begun, kind: 'new', created_at: Date.now() }).execute();
    expect(await sweepHourly(store, signal)).toEqual([]);
    expect(await fileIdsIn(service.dataFolder, 'files')).toEqual([...files, begun, erased, stray].toSorted());
    await store.db.insertInto('unfinished_files').values({ id: erased, kind: 'erased' }).execute();
    const told = await sweepHourly(store, signal, -60_000);
    expect(told).toEqual([expect.stringMatching(/^1 file that no record explains lies in /)]);
  });
  expect(await fileIdsIn(service.dataFolder, 'files')).toEqual(files);
  expect(await fileIdsIn(service.dataFolder, 'quarantine')).toEqual([stray]);
  await rm(join(service.dataFolder, 'quarantine'), { recursive: true });
});

test('a deletion that was killed before the files were erased is finished at the next start', async () => {
  const files = await fileIdsIn(service.dataFolder, 'files');
  const { patient } = await service.patient('POST', '/patients', { form: await faceForm() });
  await service.stop();
  await inStore(async (store) => {
    const killed = { ...store, blobs: { ...store.blobs, remove: () => Promise.reject(new Error('killed')) } };
    const owner = { id: 1, name: 'main', parentId: null };
    await deletePatient(killed, owner, patient.id);
  });
  expect(await fileIdsIn(service.dataFolder, 'files')).toHaveLength(files.length + 9);
  await service.restart();
  expect(await fileIdsIn(service.dataFolder, 'files')).toEqual(files);
  expect(await fileIdsIn(service.dataFolder, 'quarantine')).toEqual([]);
});

test('with files/ empty for one start and put back, every reconstruction is what it was', async () => {
  await service.stop();
  const [files, away] = [join(service.dataFolder, 'files'), join(service.dataFolder, 'away')];
  await rename(files, away);
  // As somebody does who has lost them for good: without the folder a start is refused.
  await mkdir(files, { mode: 0o700 });
  notices.length = 0;
  await service.restart();
  expect(await statuses()).toEqual(['failed']);
  expect(notices).toEqual([
    '1 record lacks a file and is shown as failed; put the files back: what is back is seen by the service at its start and each hour, and by doctor at once',
  ]);
  expect(await service.problem('GET', `/patients/${patientId}/download?type=mammo`)).toMatchObject({
    ...{
      status: 409,
      code: 'generation_failed',
      detail: expect.stringMatching(/^a file of it is missing on the disk of the service; its operator/),
    },
  });
  await service.stop();
  await rm(files, { recursive: true });
  await rename(away, files);
  notices.length = 0;
  await service.restart();
  expect(await statuses()).toEqual(['has_3d']);
  expect(notices).toEqual([]);
  expect((await service.send('GET', `/patients/${patientId}/download?type=mammo`)).status).toBe(200);
});

test('a generation whose photos are missing waits for them and then goes on', async () => {
  await service.restart({ workerUrl: workerNamed('hang') });
  const form = { ...(await faceForm()), async: 'true' };
  const { patient } = await service.patient('POST', '/patients', { form });
  await service.stop();
  const [files, away] = [join(service.dataFolder, 'files'), join(service.dataFolder, 'away')];
  await rename(files, away);
  // As somebody does who has lost them for good: without the folder a start is refused.
  await mkdir(files, { mode: 0o700 });
  const shown = async () => {
    const found = await service.patient('GET', `/patients/${patient.id}`);
    return found.patient.reconstructions[0]!.status;
  };
  await service.restart({ workerUrl: workerNamed('quick') });
  expect(await shown()).toBe('failed');
  // A new set of photos may be sent meanwhile.
  const other = await service.send('PUT', `/patients/${patientId}`, {
    form: { ...(await mammoForm(2)), async: 'true' },
  });
  expect(other.headers.get('warning')).toBeNull();
  await service.stop();
  for (const part of await readdir(files)) await rm(join(files, part), { recursive: true });
  await rm(files, { recursive: true });
  await rename(away, files);
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(shown).toBe('has_3d');
});

test('a reconstruction that 0.1.0 marked as failed because files/ was absent is what it was', async () => {
  const [stored] = await inStore(async (store) => {
    const reason = 'a file of it is missing on the disk of the service';
    await store.db.updateTable('reconstructions').set({ status: 'failed', reason }).execute();
    return store.db.selectFrom('reconstructions').selectAll().execute();
  });
  expect(stored).toMatchObject({ status: 'failed' });
  await service.stop();
  await makeOld(service.dataFolder);
  await service.restart();
  const { patients } = await service.list();
  const all = patients.flatMap(({ reconstructions }) => reconstructions.map(({ status }) => status));
  expect(new Set(all.slice(1))).toEqual(new Set(['has_3d']));
});
