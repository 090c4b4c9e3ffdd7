import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../../src/service/accounts.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm, mammoForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let service: TestService;
const ids = { ana: '', ben: '', formula: '' };

beforeAll(async () => {
  service = await openService();
  const create = async (name: string, form = {}) =>
    String(
      (await service.patient('POST', '/patients', { form: { 'patient[name]': name, async: 'false', ...form } })).patient
        .id,
    );
  ids.ana = await create('Ana', await faceForm());
  ids.ben = await create('Ben', await mammoForm(2));
  ids.formula = await create('=HYPERLINK("http://evil.example")');
});
afterAll(() => service.close());

const environment = (home: string, over = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  RECON_BASE_URL: service.url,
  RECON_TOKEN: service.token,
  ...over,
});

const exporting = (to: string, ...args: string[]) =>
  runMain(['patients', 'export', '--to', to, ...args], environment(tempFolder()));

const manifestOf = (to: string) => JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Every file below a folder, by its path in it. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const checksumsHold = async (to: string) =>
  (await execa('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], { cwd: to, reject: false })).exitCode === 0;

const anaZip = () => `archives/${ids.ana}/patient-${ids.ana}-face.zip`;
const benZip = () => `archives/${ids.ben}/patient-${ids.ben}-mammo.zip`;

test('everything: records, archives, a manifest and checksums that hold', async () => {
  const to = join(tempFolder(), 'backup');
  const { exitCode, stdout, stderr } = await exporting(to);
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: `${to}\n` });
  expect(stderr).toContain('3 patients · 2 archives');
  expect(filesOf(to)).toEqual(
    ['SHA256SUMS', anaZip(), benZip(), 'manifest.json', 'patients.csv', 'patients.ndjson'].sort(),
  );
  expect(linesOf(join(to, 'patients.ndjson')).map((line) => JSON.parse(line).name)).toEqual([
    'Ana',
    'Ben',
    '=HYPERLINK("http://evil.example")',
  ]);
  expect(linesOf(join(to, 'patients.csv'))[3]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(await checksumsHold(to)).toBe(true);
  expect(linesOf(join(to, 'SHA256SUMS'))).toHaveLength(5);
  const manifest = manifestOf(to);
  expect(manifest).toMatchObject({ recon_export: 1, service: service.url, complete: true, patients: 3 });
  expect(manifest.archives[0]).toMatchObject({
    patient_id: ids.ana,
    type: 'face',
    state: 'saved',
    status: 'has_3d',
    sha256: sha256(join(to, anaZip())),
  });
});

test('repeated, it fetches nothing that is there already, whatever the links are signed with', async () => {
  const to = tempFolder();
  await exporting(to);
  const before = statSync(join(to, anaZip())).mtimeMs;
  const { exitCode, stderr } = await exporting(to);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('2 archives (nothing new)');
  expect(statSync(join(to, anaZip())).mtimeMs).toBe(before);
  expect(await checksumsHold(to)).toBe(true);
});

test('an archive whose bytes are not those it recorded is fetched again', async () => {
  const to = tempFolder();
  await exporting(to);
  const damaged = readFileSync(join(to, anaZip()));
  damaged[damaged.length >> 1]! ^= 1;
  writeFileSync(join(to, anaZip()), damaged);
  // A script at night is quiet, and still has to hear of it.
  const { exitCode, stdout, stderr } = await exporting(to, '-q');
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: `${to}\n`,
    stderr: `warning: a file was damaged or changed after it was saved, and was fetched anew: ${to}/${anaZip()}\n`,
  });
  expect((await exporting(to)).stderr).not.toContain('damaged');
  expect(await checksumsHold(to)).toBe(true);
});

test('an archive that is damaged while its model is made anew is told, as it cannot be fetched', async () => {
  const own = await openService();
  onTestFinished(() => own.close());
  const { patient } = await own.patient('POST', '/patients', {
    form: { 'patient[name]': 'Cid', async: 'false', ...(await faceForm()) },
  });
  const to = tempFolder();
  const over = () => environment(tempFolder(), { RECON_BASE_URL: own.url, RECON_TOKEN: own.token });
  const again = () => runMain(['patients', 'export', '--to', to, '--moved', '-q'], over());
  expect(await again()).toMatchObject({ exitCode: 0, stderr: '' });
  const zip = join(to, `archives/${patient.id}/patient-${patient.id}-face.zip`);
  writeFileSync(zip, 'no archive');
  await own.restart({ workerUrl: workerNamed('hang') });
  await own.patient('PUT', `/patients/${patient.id}`, { form: await faceForm(3) });
  expect(await again()).toMatchObject({
    exitCode: 0,
    stderr: `warning: a file was damaged or changed after it was saved, and cannot be fetched anew now, as there is no model of it: ${zip}\n`,
  });
});

test('a dry run refuses the folder that an export would refuse', async () => {
  const to = tempFolder();
  writeFileSync(join(to, 'letter.txt'), 'of a person');
  expect(await exporting(to, '--dry-run')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('holds no export of this recon'),
  });
});

test('an archive that is gone is fetched again', async () => {
  const to = tempFolder();
  await exporting(to);
  rmSync(join(to, anaZip()));
  expect((await exporting(to)).exitCode).toBe(0);
  expect(existsSync(join(to, anaZip()))).toBe(true);
});

test('a folder and its files are for the owner alone', async () => {
  const to = join(tempFolder(), 'deep', 'backup');
  await exporting(to);
  expect(statSync(to).mode & 0o777).toBe(0o700);
  expect(statSync(join(to, 'archives', ids.ana)).mode & 0o777).toBe(0o700);
  for (const file of filesOf(to)) expect(statSync(join(to, file)).mode & 0o777, file).toBe(0o600);
});

test('a model that is made anew is fetched anew', async () => {
  const to = tempFolder();
  const form = { 'patient[name]': 'Cid', async: 'false', ...(await faceForm(3)) };
  const { id } = (await service.patient('POST', '/patients', { form })).patient;
  onTestFinished(async () => void (await service.send('DELETE', `/patients/${id}`)));
  await exporting(to, '--id', String(id));
  const zip = join(to, `archives/${id}/patient-${id}-face.zip`);
  const before = sha256(zip);
  const { 'reconstruction[front]': front } = await faceForm(4);
  await service.patient('PUT', `/patients/${id}`, {
    form: { 'reconstruction[type]': 'face', 'reconstruction[front]': front! },
  });
  const status = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('has_3d');
  const { exitCode, stderr } = await exporting(to, '--id', String(id));
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('already') });
  expect(sha256(zip)).not.toBe(before);
  expect(await checksumsHold(to)).toBe(true);
});

test('a model that is not there yet is listed with its status, and is no failure', async () => {
  const slow = await openService({ workerUrl: workerNamed('hang') });
  onTestFinished(() => slow.close());
  const { patient } = await slow.patient('POST', '/patients', {
    form: { 'patient[name]': 'Dora', async: 'true', ...(await faceForm()) },
  });
  const to = tempFolder();
  const over = { RECON_BASE_URL: slow.url, RECON_TOKEN: slow.token };
  const { exitCode, stderr } = await runMain(['patients', 'export', '--to', to], environment(tempFolder(), over));
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('0 archives · 1 not ready'),
  });
  expect(manifestOf(to)).toMatchObject({
    complete: true,
    archives: [{ patient_id: String(patient.id), state: 'not_ready', status: 'processing' }],
  });
});

test('a model whose generation failed is told as that, not as one to come, and its photos are saved', async () => {
  const refusing = await openService({ workerUrl: workerNamed('refuse') });
  onTestFinished(() => refusing.close());
  const { patient } = await refusing.patient('POST', '/patients', {
    form: { 'patient[name]': 'Eva', async: 'true', ...(await faceForm()) },
  });
  const hasFailed = async (whom: number) => {
    const status = async () => (await refusing.patient('GET', `/patients/${whom}`)).patient.reconstructions[0]!.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('failed');
  };
  await hasFailed(patient.id);
  const to = tempFolder();
  const over = { RECON_BASE_URL: refusing.url, RECON_TOKEN: refusing.token };
  const again = (...args: string[]) =>
    runMain(['patients', 'export', '--to', to, ...args], environment(tempFolder(), over));
  const told = '0 archives · 1 not there, since its generation failed: 3 photos are saved (left, front and right)';
  const foreseen = await again('--dry-run');
  expect(foreseen.stderr).toContain(`would fetch the front photo of face of patient ${patient.id}`);
  expect(foreseen.stderr).toContain('would save 1 record and 0 archives and 3 photos of models that failed in ');
  expect(await again()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(told) });
  const id = String(patient.id);
  expect(manifestOf(to).archives).toMatchObject([
    { patient_id: id, state: 'no_model' },
    ...['left', 'front', 'right'].map((view) => ({ patient_id: id, view, state: 'saved' })),
  ]);
  const file = `archives/${id}/patient-${id}-face-front.jpeg`;
  const shown = await fetch((await refusing.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.front!);
  expect(readFileSync(join(to, file))).toEqual(Buffer.from(await shown.arrayBuffer()));
  expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).toContain(`  ${file}\n`);
  // A second one fetches none of them, and they go with their patient.
  const { mtimeMs } = statSync(join(to, file));
  expect(await again()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(told) });
  expect(statSync(join(to, file)).mtimeMs).toBe(mtimeMs);
  const ana = await refusing.patient('POST', '/patients', {
    form: { 'patient[name]': 'Ana', async: 'true', ...(await faceForm(1)) },
  });
  await hasFailed(ana.patient.id);
  await again();
  await refusing.send('DELETE', `/patients/${id}`);
  expect(await again('--remove-gone')).toMatchObject({ stderr: expect.stringContaining(`removed ${file}\n`) });
  expect(existsSync(join(to, `archives/${id}`))).toBe(false);
});

test.each([
  ['--no-archives', [], ['SHA256SUMS', 'manifest.json', 'patients.csv', 'patients.ndjson']],
  ['--type', ['mammo'], ['SHA256SUMS', 'BEN', 'manifest.json', 'patients.csv', 'patients.ndjson']],
])('%s %j saves no more than that', async (flag, values, expected) => {
  const to = tempFolder();
  expect((await exporting(to, flag, ...values)).exitCode).toBe(0);
  expect(filesOf(to)).toEqual(expected.map((name) => (name === 'BEN' ? benZip() : name)).sort());
  expect(await checksumsHold(to)).toBe(true);
});

test('archives of an earlier export stay, listed as such, where this one was not asked for them', async () => {
  const to = tempFolder();
  await exporting(to);
  const { exitCode, stderr } = await exporting(to, '--type', 'face');
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('1 of an earlier export'),
  });
  expect(manifestOf(to).archives.map(({ state }: { state: string }) => state)).toEqual(['saved', 'earlier']);
  expect(linesOf(join(to, 'SHA256SUMS'))).toHaveLength(5);
  expect(await checksumsHold(to)).toBe(true);
});

describe('of patients who were deleted since', () => {
  const made = async (form: Promise<Record<string, string | Uint8Array>>) =>
    String((await service.patient('POST', '/patients', { form: { async: 'false', ...(await form) } })).patient.id);
  const remove = (id: string) => service.send('DELETE', `/patients/${id}`);
  const zipOf = (id: string) => `archives/${id}/patient-${id}-face.zip`;

  test('archives, checksums and entries go; what the export did not make stays', async () => {
    const [gone, changed, beside] = [await made(faceForm(11)), await made(faceForm(12)), await made(faceForm(13))];
    const to = tempFolder();
    await exporting(to);
    writeFileSync(join(to, zipOf(changed)), 'changed by hand');
    writeFileSync(join(to, 'archives', beside, 'notes.txt'), 'of a person');
    for (const id of [gone, changed, beside]) await remove(id);
    rmSync(join(to, benZip()));

    const before = filesOf(to);
    const foreseen = await exporting(to, '--remove-gone', '--dry-run', '--json');
    expect(foreseen.exitCode).toBe(0);
    for (const id of [gone, beside]) expect(foreseen.stderr).toContain(`dry run: would remove ${zipOf(id)}\n`);
    expect(foreseen.stderr).toContain(`${zipOf(changed)} would stay`);
    expect(foreseen.stderr).toContain(
      `would save 3 records and 1 archive (1 more is there already) in ${to}, and remove 2 archives of patients who are gone; nothing was saved or removed\n`,
    );
    expect(JSON.parse(foreseen.stdout)).toEqual({
      dry_run: true,
      folder: to,
      patients: 3,
      archives: {
        to_fetch: [benZip()],
        there_already: [anaZip()],
        to_remove: [zipOf(gone), zipOf(beside)],
        unlisted: [],
      },
      changed_while_reading: null,
    });
    const unasked = await exporting(to, '--dry-run');
    expect(unasked.stderr).toContain('2 archives of an earlier export');
    expect(unasked.stderr).not.toContain('would remove');
    expect(filesOf(to)).toEqual(before);

    const { exitCode, stderr } = await exporting(to, '--remove-gone');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('2 removed, of patients who are not there any more'),
    });
    for (const id of [gone, beside]) expect(stderr).toContain(`removed ${zipOf(id)}\n`);
    expect(stderr).toContain(`${zipOf(changed)} stays`);
    expect(filesOf(to)).toEqual(
      [
        ...['SHA256SUMS', 'manifest.json', 'patients.csv', 'patients.ndjson', anaZip(), benZip()],
        ...[zipOf(changed), `archives/${beside}/notes.txt`],
      ].sort(),
    );
    expect(existsSync(join(to, 'archives', gone))).toBe(false);
    expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).not.toContain(`archives/${changed}/`);
    expect(manifestOf(to).archives).toHaveLength(2);
    expect(await checksumsHold(to)).toBe(true);
    const again = await exporting(to, '--json');
    expect(JSON.parse(again.stdout).archives).toMatchObject({ saved: 2, kept: 2, removed: 0, earlier: 0 });
  });

  test('archives stay where none of the patients is there: the account may be another one', async () => {
    const other = await openAccounts(service.places);
    onTestFinished(() => other.close());
    const { token } = await other.add('another clinic');
    const to = tempFolder();
    await exporting(to);
    const before = filesOf(to);
    const ended = await runMain(['patients', 'export', '--to', to], environment(tempFolder(), { RECON_TOKEN: token }));
    expect(ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('they stay') });
    expect(filesOf(to)).toEqual(before);
    expect(await checksumsHold(to)).toBe(true);
  });
});

test('filters choose patients, and --json tells the counts', async () => {
  const to = tempFolder();
  const { exitCode, stdout } = await exporting(to, '--name', 'ana', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ folder: to, patients: 1, archives: { saved: 1, kept: 0, failed: 0 } });
  expect(linesOf(join(to, 'patients.ndjson'))).toHaveLength(1);
});

test('a patient who was asked for and is not there is no success', async () => {
  const to = join(tempFolder(), 'backup');
  const none = await exporting(to, '--id', '99999');
  expect({ exitCode: none.exitCode, stderr: none.stderr }).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('no patient 99999'),
  });
  expect(existsSync(to)).toBe(false);
  const { exitCode, stdout, stderr } = await exporting(to, '--id', '99999', '--id', ids.ana);
  expect({ exitCode, stdout, stderr }).toMatchObject({
    exitCode: 7,
    stdout: `${to}\n`,
    stderr: expect.stringContaining('not found: 99999'),
  });
  expect(linesOf(join(to, 'patients.ndjson'))).toHaveLength(1);
});

test('names that a terminal would act on are harmless in every file', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Zoë \u009b2J\u202e' } });
  onTestFinished(async () => void (await service.send('DELETE', `/patients/${patient.id}`)));
  const to = tempFolder();
  await exporting(to, '--id', String(patient.id));
  for (const file of filesOf(to))
    expect(readFileSync(join(to, file), 'utf8'), file).not.toMatch(/[\u0080-\u009f\u202e]/);
  expect(JSON.parse(linesOf(join(to, 'patients.ndjson'))[0]!).name).toBe(patient.name);
});

describe('a folder that is not its own is left alone', () => {
  test('one with other files in it', async () => {
    const to = tempFolder();
    writeFileSync(join(to, 'patients.csv'), 'mine');
    const { exitCode, stderr } = await exporting(to);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not empty') });
    expect(filesOf(to)).toEqual(['patients.csv']);
  });

  test('one with a manifest of somebody else', async () => {
    const to = tempFolder();
    writeFileSync(join(to, 'manifest.json'), '{"name":"an app"}');
    expect((await exporting(to)).exitCode).toBe(2);
    expect(readFileSync(join(to, 'manifest.json'), 'utf8')).toBe('{"name":"an app"}');
  });

  test('one of other patients', async () => {
    const to = tempFolder();
    await exporting(to);
    const before = readFileSync(join(to, 'patients.ndjson'), 'utf8');
    const { exitCode, stderr } = await exporting(to, '--id', ids.ana);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('export of all patients, and'),
    });
    expect(readFileSync(join(to, 'patients.ndjson'), 'utf8')).toBe(before);
    expect(existsSync(join(to, 'manifest.json'))).toBe(true);
  });

  test('all patients, where it is of chosen ones: the line with these', async () => {
    const to = tempFolder();
    await exporting(to, '--id', ids.ana);
    const { exitCode, stderr } = await exporting(to);
    const again = `Try: recon patients export --to ${to} --id ${ids.ana} (for the patients in it)`;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(again) });
    // It was told as an export of other patients, and is of this one.
    expect(stderr).toContain(`holds an export of patient ${ids.ana} alone, and this one would be of all patients`);
  });

  test('one of another service', async () => {
    const to = tempFolder();
    await exporting(to);
    const over = { RECON_BASE_URL: service.url.replace('127.0.0.1', 'localhost') };
    const { exitCode, stderr } = await runMain(['patients', 'export', '--to', to], environment(tempFolder(), over));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('another service') });
  });

  test('one of this service at its earlier address, until --moved takes it over, and keeps all', async () => {
    const to = tempFolder();
    await exporting(to);
    const archives = filesOf(join(to, 'archives'));
    const url = service.url.replace('127.0.0.1', 'localhost');
    const there = environment(tempFolder(), { RECON_BASE_URL: url });
    const again = (...more: string[]) => runMain(['patients', 'export', '--to', to, ...more], there);
    expect((await again()).stderr).toContain(
      `Try: --to with another folder; or once with --moved, if ${url} is the same service at a new address: the export goes on in this folder\n`,
    );
    expect(await again('--moved', '--remove-gone')).toMatchObject({ exitCode: 2 });
    expect(await again('--moved', '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await again()).toMatchObject({ exitCode: 2 });
    expect(await again('--moved')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('nothing new') });
    expect(filesOf(join(to, 'archives'))).toEqual(archives);
    expect(JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'))).toMatchObject({ service: url });
    expect(await again()).toMatchObject({ exitCode: 0 });
  });

  test('a file', async () => {
    const to = join(tempFolder(), 'file');
    writeFileSync(to, 'mine');
    expect((await exporting(to)).exitCode).toBe(2);
    expect(readFileSync(to, 'utf8')).toBe('mine');
  });
});

test.each([
  ['--to', '', 2],
  ['--jobs', '0', 2],
  ['--jobs', '65', 2],
  ['--type', 'foot', 2],
  ['--id', '9007199254740993', 2],
  // A name means a patient, and nobody has this one.
  ['--id', 'seven', 3],
])('%s %j ends with %i and leaves nothing', async (flag, value, code) => {
  const to = join(tempFolder(), 'backup');
  expect((await exporting(to, flag, value)).exitCode).toBe(code);
  expect(existsSync(to)).toBe(false);
});

test('a service that cannot be reached leaves no folder, and an earlier export as it was', async () => {
  const over = { RECON_TOKEN: 'rcn_not-a-token-of-this-service' };
  const parent = tempFolder();
  const to = join(parent, 'backup');
  expect((await runMain(['patients', 'export', '--to', to], environment(tempFolder(), over))).exitCode).toBe(4);
  expect(readdirSync(parent)).toEqual([]);
  mkdirSync(to);
  expect((await runMain(['patients', 'export', '--to', to], environment(tempFolder(), over))).exitCode).toBe(4);
  expect(readdirSync(to)).toEqual([]);
  await exporting(to);
  const before = filesOf(to);
  expect((await runMain(['patients', 'export', '--to', to], environment(tempFolder(), over))).exitCode).toBe(4);
  expect(filesOf(to)).toEqual(before);
  expect(await checksumsHold(to)).toBe(true);
});

test('the model of before, where newer photos gave none, and after-records are saved, too, and kept by the next export', async () => {
  const kept = await openService();
  onTestFinished(() => kept.close());
  const made = async (seed: number, name: string) =>
    String(
      (await kept.patient('POST', '/patients', { form: { ...(await faceForm(seed)), 'patient[name]': name } })).patient
        .id,
    );
  const [earlier, after] = [await made(1, 'Cora'), await made(2, 'Dan')];
  await kept.send('POST', `/patients/${after}/after`, { form: await faceForm(4) });
  const stateOf = async (path: string) => await kept.send('GET', path);
  await expect
    .poll(async () => (await stateOf(`/patients/${after}`)).headers.get('recon-afters'), { timeout: 30_000 })
    .toBe('face.1=has_3d');
  await kept.restart({ workerUrl: workerNamed('refuse') });
  await kept.patient('PUT', `/patients/${earlier}`, { form: await faceForm(3) });
  const statusOf = async () => (await kept.patient('GET', `/patients/${earlier}`)).patient.reconstructions[0]?.status;
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('failed');
  const to = join(tempFolder(), 'all');
  const own = environment(tempFolder(), { RECON_BASE_URL: kept.url, RECON_TOKEN: kept.token });
  const foreseen = await runMain(['patients', 'export', '--to', to, '--dry-run'], own);
  expect(foreseen.stderr).toContain('would save 2 records and 3 archives, 1 of them of an after-record, in ');
  const first = await runMain(['patients', 'export', '--to', to], own);
  expect(first.exitCode, first.stderr).toBe(0);
  expect(first.stderr).toContain(
    '2 patients · 3 archives · 1 of them of an after-record · 1 of them an earlier model, its newest photos gave none',
  );
  // A backup counts after-records apart, too, and the model that failed beside the one of before.
  const place = ['--data', kept.dataFolder, '--json'];
  const backedUp = await runMain(['backup', join(tempFolder(), 'backup'), ...place], own);
  expect(JSON.parse(backedUp.stdout)).toMatchObject({ patients: 2, reconstructions: 3, after_records: 1 });
  expect(filesOf(join(to, 'archives'))).toEqual([
    `${earlier}/patient-${earlier}-face.zip`,
    `${after}/patient-${after}-face-after-1.zip`,
    `${after}/patient-${after}-face.zip`,
  ]);
  expect(manifestOf(to).archives).toMatchObject([
    { patient_id: earlier, status: 'failed', state: 'saved' },
    { patient_id: after, status: 'has_3d', state: 'saved' },
    { patient_id: after, after: 1, state: 'saved' },
  ]);
  expect(await checksumsHold(to)).toBe(true);
  const second = await runMain(['patients', 'export', '--to', to], own);
  expect(second.stderr).toContain('3 archives (nothing new)');
});
