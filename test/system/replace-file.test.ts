import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behindLinks, hasDraft, removeDraft, replaceFile } from '../../src/system/replace-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a file is replaced as a whole, for this user alone, and nothing is left beside it', async () => {
  const folder = tempFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'old', { mode: 0o644 });
  await replaceFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['file']);
});

test('a text that comes in pieces and breaks off leaves the old file', async () => {
  const folder = tempFolder();
  const path = join(folder, 'file');
  writeFileSync(path, 'old');
  const broken = (async function* () {
    yield 'half of ';
    throw new Error('broke off');
  })();
  await expect(replaceFile(path, broken)).rejects.toThrow('broke off');
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['file']);
});

test('what lies where the draft goes is removed, a link is not followed', async () => {
  const folder = tempFolder();
  const path = join(folder, 'file');
  writeFileSync(join(folder, 'victim'), 'safe');
  symlinkSync(join(folder, 'victim'), `${path}.tmp`);
  await replaceFile(path, 'new');
  mkdirSync(`${path}.tmp`);
  await replaceFile(path, 'newer');
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('safe');
  expect(readFileSync(path, 'utf8')).toBe('newer');
});

test('a draft that a killed writer left is found and removed', async () => {
  const path = join(tempFolder(), 'file');
  expect(await hasDraft(path)).toBe(false);
  writeFileSync(`${path}.tmp`, 'secret');
  expect(await hasDraft(path)).toBe(true);
  await removeDraft(path);
  expect(existsSync(`${path}.tmp`)).toBe(false);
});

test('the file behind a link is the one to replace', async () => {
  const folder = tempFolder();
  const path = join(folder, 'link');
  expect(await behindLinks(path)).toBe(path);
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'file'), path);
  expect(await behindLinks(path)).toMatch(/\/file$/);
});
