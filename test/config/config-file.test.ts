import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConfig, putIntoProfile } from '../../src/config/config-file.ts';
import { temporaryHome } from './temporary-home.ts';

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('reading where nothing was written leaves nothing behind', async () => {
  const { home, paths } = await temporaryHome();
  expect(await openConfig(paths).read()).toEqual({ version: 1, profiles: {} });
  expect(await readdir(home)).toEqual([]);
});

test('what is written is read again, in a folder and a file that are this person’s alone', async () => {
  const { paths } = await temporaryHome();
  const store = openConfig(paths);
  await store.change((config) => {
    putIntoProfile(config, 'my.clinic', { 'base-url': 'https://clinic.example', timeout: '2s' });
    config.profile = 'my.clinic';
  });
  await store.change((config) => putIntoProfile(config, 'my.clinic', { timeout: undefined }));
  expect(await store.read()).toEqual({
    version: 1,
    profile: 'my.clinic',
    profiles: { 'my.clinic': { 'base-url': 'https://clinic.example' } },
  });
  expect(await mode(paths.configFolder)).toBe('700');
  expect(await mode(store.path)).toBe('600');
});

test('an open folder and file are closed to others', async () => {
  const { paths } = await temporaryHome();
  await mkdir(paths.configFolder, { recursive: true, mode: 0o755 });
  await writeFile(join(paths.configFolder, 'config.json'), '{"version":1,"profiles":{}}', { mode: 0o644 });
  const store = openConfig(paths);
  await store.change((config) => putIntoProfile(config, 'a', { timeout: '2s' }));
  expect(await mode(paths.configFolder)).toBe('700');
  expect(await mode(store.path)).toBe('600');
});

test.each([
  ['cut', '{"version":1,"profi'],
  ['empty', ''],
  ['of another shape', '[]'],
  ['old', '{"token":"x"}'],
  ['with a number for a value', '{"version":1,"profiles":{"a":{"jobs":4}}}'],
])('a file that is %s is refused each time, by who reads and who writes, and stays as it is', async (_what, text) => {
  const { paths } = await temporaryHome();
  await mkdir(paths.configFolder, { recursive: true });
  const store = openConfig(paths);
  await writeFile(store.path, text);
  const refusal = {
    code: 'storage',
    message: `the settings file ${store.path} cannot be understood`,
    hint: expect.stringContaining(`mv -i ${store.path} ${store.path}.bad`),
  };
  for (let time = 0; time < 2; time++) {
    await expect(store.read()).rejects.toMatchObject(refusal);
    await expect(store.change(() => {})).rejects.toMatchObject(refusal);
  }
  expect(await readFile(store.path, 'utf8')).toBe(text);
  expect((await readdir(paths.configFolder)).filter((name) => name.includes('bad'))).toEqual([]);
  await rm(store.path);
  expect(await store.read()).toEqual({ version: 1, profiles: {} });
});

test('a file of a newer version stays where it is', async () => {
  const { paths } = await temporaryHome();
  await mkdir(paths.configFolder, { recursive: true });
  const store = openConfig(paths);
  await writeFile(store.path, '{"version":2,"all":"new"}');
  await expect(store.change(() => {})).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/newer version/),
  });
  expect(await readFile(store.path, 'utf8')).toBe('{"version":2,"all":"new"}');
});

test('keys that are not known survive a change', async () => {
  const { paths } = await temporaryHome();
  await mkdir(paths.configFolder, { recursive: true });
  const store = openConfig(paths);
  await writeFile(store.path, '{"version":1,"profiles":{"a":{"later":"kept"}},"other":[1]}');
  await store.change((config) => putIntoProfile(config, 'a', { jobs: '2' }));
  expect(JSON.parse(await readFile(store.path, 'utf8'))).toEqual({
    version: 1,
    profiles: { a: { later: 'kept', jobs: '2' } },
    other: [1],
  });
});

test('a file that is a link stays one, and what it points to is written', async () => {
  const { home, paths } = await temporaryHome();
  await mkdir(paths.configFolder, { recursive: true });
  const store = openConfig(paths);
  await writeFile(join(home, 'dotfiles.json'), '{"version":1,"profiles":{}}');
  await symlink(join(home, 'dotfiles.json'), store.path);
  await store.change((config) => putIntoProfile(config, 'a', { jobs: '2' }));
  expect((await lstat(store.path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(home, 'dotfiles.json'), 'utf8')).toContain('"jobs"');
});

test('a folder in the place of the file is named', async () => {
  const { paths } = await temporaryHome();
  const store = openConfig(paths);
  await mkdir(store.path, { recursive: true });
  await expect(store.read()).rejects.toMatchObject({ code: 'storage', message: `${store.path} is not a regular file` });
});

test('a folder that cannot be made is said in one sentence', async () => {
  const { home } = await temporaryHome();
  await writeFile(join(home, 'file'), '');
  const store = openConfig({ configFolder: join(home, 'file', 'recon') });
  await expect(store.change(() => {})).rejects.toMatchObject({
    code: 'storage',
    message: `cannot write the settings to ${store.path}: a part of the path is not a folder`,
  });
});
