import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { patientCount, readPatient } from '../../support/records.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/spreadsheets');
const PEAK_MEMORY = resolve(import.meta.dirname, '../../support/peak-memory.mjs');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

/** A fixture in the clinic's folder, under its own name or another. */
function put(name: string, as = name): string {
  copyFileSync(join(FIXTURES, name), join(clinic.folder, as));
  return as;
}
const importing = (...args: string[]) => clinic.recon(['patients', 'import', ...args]);

test('an Excel workbook with titles of an office becomes patients; its report is CSV and can be fed back', async () => {
  const { exitCode, stdout, stderr } = await importing(put('german.xlsx'));
  expect({ exitCode, stdout: stdout.trim() }).toEqual({
    exitCode: 0,
    stdout: join(clinic.folder, 'german.report.csv'),
  });
  expect(stderr).toBe(
    [
      'column "Vorname" is given-name',
      'column "Nachname" is family-name',
      'column "E-Mail" is email',
      'column "Telefon" is phone',
      'column "PLZ" is postal-code',
      'column "Ort" is city',
      'column "Land" is country',
      'left alone: "Geburtsname"',
      '2 created\n',
    ].join('\n'),
  );
  const report = readFileSync(stdout.trim(), 'utf8');
  const id = /^Anne,Muster,Früher,.*,DE,(\d+),created,,/m.exec(report)?.[1];
  expect(await readPatient(clinic, id!)).toMatchObject({
    name: 'Anne Muster',
    phone: '+49 30 5550101',
    city: 'Berlin',
  });
  const again = await importing('german.report.csv');
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^0 created · 2 done before$/m),
  });
});

test('doubtful columns are 2 with nobody to ask; --yes takes them as shown, and that is kept', async () => {
  const before = await patientCount(clinic);
  const refused = await importing(put('two-phones.csv'));
  expect({ exitCode: refused.exitCode, stdout: refused.stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain('column "Telefone" is phone\nleft alone: "Telemóvel"\n');
  expect(refused.stderr).toContain('  phone is in "Telefone" and "Telemóvel"\n  Try: the same command with --yes');
  expect(await patientCount(clinic)).toBe(before);
  expect((await importing('two-phones.csv', '--yes')).stderr).toMatch(/^1 created$/m);
  const again = await importing('two-phones.csv');
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^the columns are taken as confirmed before.*\n0 created · 1 done before$/m),
  });
  expect(await patientCount(clinic)).toBe(before + 1);
});

test('nothing is kept of a list that has no column of a patient, also with --yes', async () => {
  for (const _twice of [1, 2]) {
    const { exitCode, stderr } = await importing(put('no-titles.csv'), '--yes');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^recon: no column of .*\n {2}its columns: "Foo", "Bar"\n/),
    });
  }
});

test('--map says which column is which in any language, and is kept for lists with these titles', async () => {
  const map = join(clinic.folder, 'columns.txt');
  writeFileSync(map, 'Imię i nazwisko = name\nTelefon komórkowy = phone\n');
  const { exitCode, stderr, stdout } = await importing(put('polish.xlsx'), '--map', map);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^left alone: "Uwagi"\n1 created$/m),
  });
  const id = /Łucja Próbna,.*,(\d+),created/.exec(readFileSync(stdout.trim(), 'utf8'))?.[1];
  expect(await readPatient(clinic, id!)).toMatchObject({ name: 'Łucja Próbna', phone: '+48 600 555 010' });
  expect((await importing('polish.report.csv')).stderr).toMatch(
    /taken as confirmed before(.|\n)*0 created · 1 done before/,
  );
  writeFileSync(map, 'Telefon = phone\n');
  expect(await importing('polish.xlsx', '--map', map)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('has no column "telefon", which --map names'),
  });
});

test('Windows paths of photos are found from the folder of the list', async () => {
  cpSync(join(SAMPLES, 'ana', 'face'), join(clinic.folder, 'face'), { recursive: true });
  expect((await importing(put('windows-paths.csv'), '--dry-run')).stderr).toContain('1 row is in order');
  const { exitCode, stderr } = await importing(put('windows-drive.csv'), '--dry-run');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/row 2 \("C:\/Fotos\/left.jpg"\), .*: … is a path of another machine; write it from/),
  });
});

test('all problems stand in one table, each kind once with its rows, before anything is sent', async () => {
  const before = await patientCount(clinic);
  const { exitCode, stderr } = await importing(put('many-problems.csv'));
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(
      /^recon: 5 of 12 rows of .* have a problem, so nothing was sent\n {2}rows 4, 7, 10, 13: email is "none"; to have none, leave it empty\n {2}row 6: country "Atlantis" /m,
    ),
  });
  expect(await patientCount(clinic)).toBe(before);
});

test.each([
  ['zip-bomb.xlsx', 11, 'would grow more than 200-fold'],
  ['old.xls', 2, 'is a workbook of Excel 97'],
  ['password.xlsx', 2, 'is a workbook with a password'],
  ['formulas-never-calculated.xlsx', 2, 'row 2: phone is a formula that was never calculated'],
])('%s ends with %i and says how to mend it', async (name, exitCode, words) => {
  const finished = await importing(put(name));
  expect(finished).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(words) });
});

test('5,000 rows of an Excel workbook are checked within 300 MB', async () => {
  const peakFile = join(clinic.folder, 'peak');
  const env = { NODE_OPTIONS: `--import=${PEAK_MEMORY}`, PEAK_MEMORY_FILE: peakFile };
  const { exitCode, stderr } = await clinic.recon(['patients', 'import', put('five-thousand.xlsx'), '--dry-run'], {
    env,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('5000 rows are in order') });
  expect(Number(readFileSync(peakFile, 'utf8')) / 1024).toBeLessThan(300);
});

test('recon resume goes on with a stopped import with the columns that were confirmed', async () => {
  const before = await patientCount(clinic);
  const rows = Array.from({ length: 40 }, (_, at) => `Stop ${at};21 00${at};91 00${at}\n`).join('');
  writeFileSync(join(clinic.folder, 'long.csv'), `Nome;Telefone;Celular\n${rows}`);
  const map = join(clinic.folder, 'long.txt');
  writeFileSync(map, 'Celular = phone\nTelefone =\n');
  const running = clinic.start(['patients', 'import', 'long.csv', '--map', map, '--jobs', '1']);
  await expect.poll(() => patientCount(clinic), { timeout: 60_000 }).toBeGreaterThan(before + 2);
  running.kill('SIGINT');
  expect((await running).exitCode).toBe(130);
  const { exitCode, stderr } = await clinic.recon(['resume']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('taken as confirmed before') });
  expect(await patientCount(clinic)).toBe(before + 40);
  const id = /Stop 39;21 0039;91 0039;(\d+);created/.exec(
    readFileSync(join(clinic.folder, 'long.report.csv'), 'utf8'),
  )?.[1];
  expect(await readPatient(clinic, id!)).toMatchObject({ name: 'Stop 39', phone: '91 0039' });
});

test('what was confirmed is told in one line, shown by a dry run, and asked again for other titles', async () => {
  const put = (text: string) => writeFileSync(join(clinic.folder, 'kept.csv'), text);
  put('Name,Contacto\nGil Sample,+351 21 555 0190\n');
  expect((await importing('kept.csv', '--yes')).exitCode).toBe(0);
  const again = await importing('kept.csv', '--dry-run');
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/taken as confirmed before.*\n(.*\n)*column "Contacto" is phone$/m),
  });
  put('Name,Contacto,Notas\nHel Sample,+351 21 555 0191,\n');
  const other = await importing('kept.csv');
  expect({ exitCode: other.exitCode, stderr: other.stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('"Contacto" is perhaps phone'),
  });
});
