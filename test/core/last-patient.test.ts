import { readdir, readFile, stat, utimes } from 'node:fs/promises';
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

test('each window has its own, and one that has shown nobody has the last of all', async () => {
  const folder = tempFolder();
  const [a, b, fresh, nowhere] = ['a', 'b', 'c', undefined].map((window) => keepLastPatient({ folder, scope, window }));
  await a!.write('41');
  await b!.write('42');
  const seen = await Promise.all([a, b, fresh, nowhere].map((window) => window!.read()));
  expect(seen).toEqual(['41', '42', '42', '42']);
});

test('the id of a window that was closed long ago is erased, and the last of all stays', async () => {
  const folder = tempFolder();
  const closed = keepLastPatient({ folder, scope, window: 'closed' });
  await closed.write('41');
  const long = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), long, long);
  await keepLastPatient({ folder, scope: { ...scope, profile: 'other' } }).write('42');
  expect(await readdir(folder)).toHaveLength(2);
  expect(await closed.read()).toBe('41');
  expect((await readdir(folder)).filter((name) => name.includes('-'))).toEqual([]);
});
