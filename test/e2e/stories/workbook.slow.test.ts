import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';
import { requireTool } from '../../support/require-tool.ts';
import { openPty } from '../pty-session.ts';

let clinic: Clinic;
let ids: number[];
beforeAll(async () => {
  clinic = await openClinic();
  const ana = await createPatient(clinic, '--name', 'Ana Sample', '--phone', '+351 21 555 0101', '--country', 'PT');
  ids = [Number(ana), Number(await createPatient(clinic, '--name', '=1+1 𠮷', '--postal-code', '01067'))];
});
afterAll(() => clinic.close());

/** Runs a line with its answer going to a file of the clinic's folder. */
async function writing(file: string, ...args: string[]): Promise<string> {
  const path = join(clinic.folder, file);
  const { exitCode, stderr } = await clinic.start(args, { stdout: { file: path } });
  // A list of patients tells how many; nothing else is told.
  const told = args[0] === 'patients' ? /^the workbook has \d+ patients\n$/ : /^$/;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(told) });
  return path;
}

const asCsv = (path: string) => {
  const profile = `-env:UserInstallation=file://${join(clinic.folder, 'office')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76', path], {
    cwd: clinic.folder,
    stdio: 'ignore',
  });
  return readFileSync(path.replace(/xlsx$/, 'csv'), 'utf8');
};

test('a list as a workbook has real numbers and dates, and texts that stay texts', async () => {
  const path = await writing('list.xlsx', 'patients', 'list', '--all', '-o', 'xlsx');
  const [head, ...rows] = (await readWorkbook(path))[0]!.data;
  const at = (name: string) => head!.indexOf(name);
  expect(rows.map((row) => [row[at('ID')], row[at('Name')], row[at('Postal code')], row[at('Phone')]])).toEqual([
    [ids[0], 'Ana Sample', null, '+351 21 555 0101'],
    [ids[1], '=1+1 𠮷', '01067', null],
  ]);
  for (const row of rows) expect(row[at('Changed')]).toBeInstanceOf(Date);
});

test('it can be imported again: everybody is there already', async () => {
  await clinic.recon(['patients', 'update', String(ids[0]), '--height', '172', '--weight', '68.5', '--yes']);
  const path = await writing('again.xlsx', 'patients', 'list', '-o', 'xlsx');
  expect((await readWorkbook(path))[0]!.data[0]).toEqual(expect.arrayContaining(['Height (cm)', 'Weight (kg)']));
  const { exitCode, stderr } = await clinic.recon(['patients', 'import', 'again.xlsx']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^0 created · 2 already there$/m),
  });
  // Its sheet about the list is none of patients.
  expect(stderr).not.toContain('only sheet');
});

test.skipIf(!requireTool('soffice'))('LibreOffice opens it, and no text becomes a formula', async () => {
  const path = await writing('office.xlsx', 'patients', 'list', '--all', '-o', 'xlsx', '--fields', 'id,name,phone');
  expect(asCsv(path)).toBe(`ID,Name,Phone\n${ids[0]},Ana Sample,+351 21 555 0101\n${ids[1]},=1+1 𠮷,\n`);
});

test('lists of our own are workbooks too', async () => {
  const path = await writing('settings.xlsx', 'config', 'list', '-o', 'xlsx');
  const [head, ...rows] = (await readWorkbook(path))[0]!.data;
  expect(head).toEqual(['key', 'value', 'from']);
  expect(rows).toContainEqual(['jobs', '4', expect.anything()]);
});

test('an export with -o xlsx has the records as a workbook too, with its checksum', async () => {
  const { exitCode } = await clinic.recon(['patients', 'export', '--to', 'out', '--no-archives', '-o', 'xlsx']);
  expect(exitCode).toBe(0);
  const rows = (await readWorkbook(join(clinic.folder, 'out/patients.xlsx')))[0]!.data;
  expect(rows).toHaveLength(3);
  expect(rows[0]).toEqual(expect.arrayContaining(['Height (cm)', 'Weight (kg)']));
  expect(readFileSync(join(clinic.folder, 'out/SHA256SUMS'), 'utf8')).toContain('patients.xlsx');
  await clinic.recon(['patients', 'export', '--to', 'plain', '--no-archives']);
  expect(existsSync(join(clinic.folder, 'plain/patients.xlsx'))).toBe(false);
});

test.skipIf(!requireTool('script'))('a workbook is not shown on a terminal', async () => {
  const session = openPty('recon patients list -o xlsx', clinic);
  expect(await session.ended).toBe(2);
  expect(session.seen()).toContain('cannot be shown on a terminal');
});
