import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain } from '../support/run-main.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';
import { tempFolder } from '../support/temp-folder.ts';

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
