import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolders } from '../../src/system/make-folders.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('missing folders are made with the mode, and the first of them is told', async () => {
  const root = tempFolder();
  expect(await makeFolders(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
  for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  expect(await makeFolders(join(root, 'a/b/d/e'))).toBe(join(root, 'a/b/d'));
});

test('a folder that is there, and the root, are left as they are', async () => {
  const root = tempFolder();
  mkdirSync(join(root, 'there'), { mode: 0o755 });
  expect(await makeFolders(join(root, 'there'), 0o700)).toBeUndefined();
  expect(statSync(join(root, 'there')).mode & 0o777).toBe(0o755);
  expect(await makeFolders('/')).toBeUndefined();
});

test('many at once make the same folders', async () => {
  const root = tempFolder();
  await Promise.all(Array.from({ length: 20 }, () => makeFolders(join(root, 'a/b/c/d'))));
  expect(statSync(join(root, 'a/b/c/d')).isDirectory()).toBe(true);
});

test('at a file, and below it, no folder is made', async () => {
  const file = join(tempFolder(), 'file');
  writeFileSync(file, '');
  await expect(makeFolders(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolders(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(platform() === 'linux')('in a folder that takes none, it ends', async () => {
  await expect(makeFolders('/proc/no-folder/below')).rejects.toMatchObject({ code: 'ENOENT' });
});
