import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Of } from '../../src/system/sha256.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { tablesWith } from '../support/postgres.ts';
import { openService, storedFileIds, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** Every file under the data folder, and every table of a database elsewhere, that holds one of the texts. */
async function filesWith(texts: string[]): Promise<string[]> {
  const { databaseUrl } = service.places;
  return [
    ...(await filesInFolderWith(texts)),
    ...(databaseUrl === undefined ? [] : await tablesWith(databaseUrl, texts)),
  ];
}

async function filesInFolderWith(texts: string[]): Promise<string[]> {
  const entries = await readdir(service.dataFolder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    // A generation may be at work, and its temporary files come and go.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (texts.some((text) => bytes.includes(text))) found.push(entry.name);
  }
  return found;
}

const blobs = () => storedFileIds(service);

test('after a deletion no file, no row and no byte of the person is left, only that there was one', async () => {
  const person = ['Quirina Unmistakable', 'quirina@unmistakable.example', 'quirina unmistakable', '+49 555 0199'];
  const { patient } = await service.patient('POST', '/patients', {
    headers: { 'idempotency-key': 'delete-test' },
    form: {
      'patient[name]': person[0]!,
      'patient[email]': person[1]!,
      'patient[phone]': person[3]!,
      ...(await mammoForm()),
    },
  });
  await service.send('POST', `/patients/${patient.id}/after`, { form: await faceForm() });
  const { invitation_url: invitation } = (await (
    await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`)
  ).json()) as { invitation_url: string };
  const image = patient.reconstructions[0]!.front!;
  expect(await filesWith(person)).not.toEqual([]);
  expect((await blobs()).length).toBeGreaterThan(8);

  const deleted = await service.send('DELETE', `/patients/${patient.id}`);
  expect([deleted.status, await deleted.json()]).toEqual([200, { result: 'success' }]);
  expect(await filesWith(person)).toEqual([]);
  await expect.poll(blobs).toEqual([]);
  expect(await service.problem('GET', `/patients/${patient.id}`)).toMatchObject({ status: 404 });
  expect((await fetch(image)).status).toBe(404);
  expect((await fetch(invitation)).status).toBe(404);
  const { id } = patient;
  expect(await auditEntries(service)).toContainEqual(
    expect.objectContaining({ operation: 'DELETE /patients/:id', patient: id, outcome: 200 }),
  );
});

if (!ARE_PLACES_SHARED) {
  test('while another program reads the database, a deletion says that bytes remain; they go when it has read', async () => {
    const person = ['Rafaela Readwhile', 'rafaela@readwhile.example', '+49 555 0200'];
    const [name, email, phone] = person as [string, string, string];
    const photos = await mammoForm();
    const front = photos['reconstruction[front]'] as Uint8Array;
    const form = { 'patient[name]': name, 'patient[email]': email, 'patient[phone]': phone, ...photos };
    const { patient } = await service.patient('POST', '/patients', { form });
    const reader = await openSqlite(join(service.dataFolder, 'recon.db'));
    reader.exec('begin');
    reader.prepare('select count(*) from patients').all();
    const deleted = await service.send('DELETE', `/patients/${patient.id}`);
    expect([deleted.status, await deleted.json()]).toEqual([200, { result: 'success' }]);
    expect(deleted.headers.get('warning')).toMatch(/^199 recon "the patient is deleted; bytes of it remain/);
    const traces = [...person, sha256Of(front)];
    expect(await filesWith(traces)).toContain('recon.db-wal');
    expect(service.log.at(-1)).toBe(
      'bytes of deleted patients remain (another program reads the database); it is tried again every second',
    );
    reader.exec('commit');
    reader.close();
    await expect.poll(() => filesWith(traces)).toEqual([]);
    await expect.poll(() => service.log.at(-1)).toBe('nothing of deleted patients remains');
  });

  test('a file that cannot be removed yet is removed as soon as it can', async () => {
    const { patient } = await service.patient('POST', '/patients', { form: await faceForm() });
    const [id] = await blobs();
    const path = join(service.dataFolder, 'files', id!.slice(0, 2), id!);
    await rename(path, `${path}.aside`);
    await mkdir(path);
    const deleted = await service.send('DELETE', `/patients/${patient.id}`);
    expect([deleted.status, deleted.headers.get('warning')]).toEqual([200, expect.stringMatching(/^199 recon/)]);
    await rmdir(path);
    await rename(`${path}.aside`, path);
    await expect.poll(blobs).toEqual([]);
  });
}

// PostgreSQL has an index of its own kind, which is rid of them by its vacuum.
if (!ARE_PLACES_SHARED) {
  test('of a deleted patient no three letters of the name are left in the search index', async () => {
    const name = 'Xqzjv Wkpyq';
    const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': name } });
    for (let n = 0; n < 70; n++) await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana' } });
    const grams = ['xqz', 'zjv', 'kpy', 'pyq', 'wwk'].map((letters) => `n${letters}`);
    await expect.poll(() => filesWith(grams)).not.toEqual([]);
    await service.send('DELETE', `/patients/${patient.id}`);
    expect(await filesWith(grams)).toEqual([]);
  });

  test('a deleted patient cannot be deleted, and its number is never given again', async () => {
    const { patient } = await service.patient('POST', '/patients');
    await service.send('DELETE', `/patients/${patient.id}`);
    expect(await service.problem('DELETE', `/patients/${patient.id}`)).toMatchObject({ status: 404 });
    const next = await service.patient('POST', '/patients');
    expect(next.patient.id).toBeGreaterThan(patient.id);
  });
}

test('a patient may be deleted while its model is being generated', async () => {
  await service.restart({ readyAfterMs: 300 });
  const form = { ...(await mammoForm()), async: 'true' };
  const { patient } = await service.patient('POST', '/patients', { form });
  await service.send('DELETE', `/patients/${patient.id}`);
  const { patient: other } = await service.patient('POST', '/patients', { form });
  const status = async () => (await service.patient('GET', `/patients/${other.id}`)).patient.reconstructions[0]!.status;
  await expect.poll(status, { timeout: 10_000 }).toBe('has_3d');
  expect((await blobs()).length).toBe(9);
});
