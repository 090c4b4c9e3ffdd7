import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';
import { canMount, openSmallDisk } from '../../support/small-disk.ts';

let clinic: Clinic;
// Models are exported by test/core/export/export.test.ts and test/chaos/export-kill.thorough.ts; here they would cost a minute.
beforeAll(async () => {
  clinic = await openClinic();
  await createPatient(clinic, '--name', 'Ana Sample', '--city', '=1+1');
  await createPatient(clinic, '--name', 'Ben Sample', '--email', 'ben@example.org');
});
afterAll(() => clinic.close());

const exporting = (...args: string[]) => clinic.recon(['patients', 'export', ...args]);

test('saves everything, checked by sha256sum, and once more when it is asked again', async () => {
  const { exitCode, stdout, stderr } = await exporting('--to', 'backup');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${join(clinic.folder, 'backup')}\n` });
  expect(stderr).toContain('2 patients · 0 archives');
  const folder = stdout.trim();
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'manifest.json', 'patients.csv', 'patients.ndjson']);
  const check = await execa('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(check.stdout.trimEnd().split('\n')).toHaveLength(3);
  await createPatient(clinic, '--name', 'Cid Sample');
  const again = await exporting('--to', 'backup');
  expect(again.exitCode).toBe(0);
  expect(again.stderr).toContain('3 patients · 0 archives');
  expect(readFileSync(join(folder, 'patients.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(3);
});

test('what was saved can be looked through without this program', async () => {
  await exporting('--to', 'readable');
  const folder = join(clinic.folder, 'readable');
  expect(readFileSync(join(folder, 'patients.csv'), 'utf8').split('\r\n')[1]).toContain("Ana Sample,,,,,,'=1+1");
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({
    complete: true,
    archives: [],
  });
});

test('--to must be said, and an odd folder is left alone', async () => {
  expect((await exporting()).exitCode).toBe(2);
  const { exitCode, stderr } = await exporting('--to', '.');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('is not empty');
  expect(existsSync(join(clinic.folder, 'manifest.json'))).toBe(false);
});

test('--dry-run saves nothing', async () => {
  const { exitCode, stdout } = await exporting('--to', 'dry', '--dry-run');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(existsSync(join(clinic.folder, 'dry'))).toBe(false);
});

test.runIf(canMount())('a disk that is read-only is told as one', async () => {
  const { folder } = openSmallDisk('64k');
  await execa('mount', ['-o', 'remount,ro', folder]);
  const { exitCode, stderr } = await exporting('--to', join(folder, 'new'));
  expect([exitCode, stderr]).toEqual([12, expect.stringContaining('new" cannot be written: the disk is read-only')]);
});
