import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepLastPatient } from '../../src/core/last-patient.ts';
import { tempFolder } from '../support/temp-folder.ts';

const scope = { profile: 'local', service: 'http://127.0.0.1:1' };

test('the id is kept alone, readable for this user only', async () => {
  const folder = join(tempFolder(), 'last');
  const last = keepLastPatient({ folder, scope });
  expect(await last.read()).toBeUndefined();
  await last.write('41');
  await last.write('42');
  expect(await last.read()).toBe('42');
  const [file, ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(await readFile(join(folder, file!), 'utf8')).toBe('42\n');
  expect((await stat(join(folder, file!))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test.each([{ profile: 'other' }, { service: 'http://127.0.0.1:2' }])('not for %o', async (other) => {
  const folder = tempFolder();
  await keepLastPatient({ folder, scope }).write('41');
  expect(await keepLastPatient({ folder, scope: { ...scope, ...other } }).read()).toBeUndefined();
});
