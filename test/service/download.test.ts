import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { extractArchive } from '../../src/core/extract.ts';
import { archiveEntries } from '../../src/service/archive/model-archive.ts';
import type { Account } from '../../src/service/domain/accounts.ts';
import { openService, openStoreOf, type TestService, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';

let service: TestService;
let path: string;
beforeAll(async () => {
  service = await openService();
  const form = { ...(await mammoForm()), 'patient[name]': 'Ana', 'patient[country]': 'ES' };
  const { patient } = await service.patient('POST', '/patients', { form });
  path = `/patients/${patient.id}/download?type=mammo`;
});
afterAll(() => service.close());

test('the archive holds photos as received, the model, measures, the patient and sums that check out', async () => {
  const answer = await service.send('GET', path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
  const folder = join(service.dataFolder, '..', `${service.dataFolder.split('/').at(-1)}-archive`);
  await mkdir(folder);
  await writeFile(join(folder, 'a.zip'), bytes);
  const { files } = await extractArchive(join(folder, 'a.zip'), join(folder, 'out'), { force: false });
  expect([...files].sort()).toEqual(
    [
      'SHA256SUMS',
      'frames.jpg',
      'measures.json',
      'model.glb',
      'model.mtl',
      'model.obj',
      'patient.json',
      'photos/front.jpg',
      'photos/left.jpg',
      'photos/right.jpg',
      'report.json',
      'texture.jpg',
    ].sort(),
  );
  const form = await mammoForm();
  for (const view of ['left', 'front', 'right']) {
    expect(sha256(await readFile(join(folder, 'out/photos', `${view}.jpg`)))).toBe(
      sha256(form[`reconstruction[${view}]`] as Buffer),
    );
  }
  expect(JSON.parse(await readFile(join(folder, 'out/patient.json'), 'utf8'))).toEqual({
    name: 'Ana',
    country: 'ES',
    type: 'mammo',
    provider: '4',
    left: 'photos/left.jpg',
    front: 'photos/front.jpg',
    right: 'photos/right.jpg',
    nipple_to_nipple: 21.5,
  });
  // The engine's warnings; the interface has no field for them.
  expect(JSON.parse(await readFile(join(folder, 'out/report.json'), 'utf8'))).toEqual({
    warnings: ['Nothing was looked at.'],
  });
  await promisify(execFile)('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: join(folder, 'out') });
});

test('a record whose files went after it was read gives no archive without them', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm() });
  const { store, close } = await openStoreOf(service);
  onTestFinished(close);
  const { owner_id } = await store.db.selectFrom('patients').select('owner_id').executeTakeFirstOrThrow();
  const look = () => archiveEntries(store, { id: owner_id } as Account, patient.id, 'mammo');
  expect((await look()).map(({ name }) => name)).toContain('model.glb');
  const own = store.db.selectFrom('reconstructions').select('id').where('patient_id', '=', patient.id);
  await store.db.deleteFrom('files').where('reconstruction_id', 'in', own).execute();
  await expect(look()).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the same archive has the same validator, and goes on where it broke off', async () => {
  const whole = await service.send('GET', path);
  const etag = whole.headers.get('etag')!;
  const bytes = Buffer.from(await whole.arrayBuffer());
  const rest = await service.send('GET', path, { headers: { range: 'bytes=1000-', 'if-range': etag } });
  expect(rest.status).toBe(206);
  expect(rest.headers.get('content-range')).toBe(`bytes 1000-${bytes.length - 1}/${bytes.length}`);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
  const other = await service.send('GET', path, { headers: { range: 'bytes=1000-', 'if-range': '"other"' } });
  expect(other.status).toBe(200);
  const beyond = await service.send('GET', path, { headers: { range: `bytes=${bytes.length}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
});

test.each([
  ['?type=face', 404],
  ['?type=arm', 422],
  ['', 422],
  ['?type=face&type=mammo', 422],
])('download%s is %i', async (query, status) => {
  const problem = await service.problem('GET', `${path.split('?')[0]}${query}`);
  expect(problem.status).toBe(status);
});

test('before the model is there a download is 409, and a failed one says why', async () => {
  await service.restart({ workerUrl: workerNamed('hang') });
  const form = { ...(await mammoForm()), async: 'true' };
  const { patient } = await service.patient('POST', '/patients', { form });
  const download = `/patients/${patient.id}/download?type=mammo`;
  expect(await service.problem('GET', download)).toMatchObject({ status: 409, code: 'in_progress' });
  await service.restart({ workerUrl: workerNamed('refuse') });
  await expect
    .poll(() => service.problem('GET', download))
    .toMatchObject({ status: 409, code: 'generation_failed', detail: 'front.jpg shows no person' });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
