import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { completePath, pathOf } from '../../../src/cli/io/typed-path.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test.each([
  ['/a/left.jpg', '/a/left.jpg'],
  ["'/a/my left.jpg'", '/a/my left.jpg'],
  ['"/a/my left.jpg"', '/a/my left.jpg'],
  ['/a/my\\ left\\(1\\).jpg', '/a/my left(1).jpg'],
  ['~/left.jpg', join(homedir(), 'left.jpg')],
  ['left.jpg', resolve('left.jpg')],
  ['~', homedir()],
  ['', ''],
])('a path typed or dropped as %s', (typed, path) => {
  expect(pathOf(typed)).toBe(path);
});

const PHOTOS = { fits: (name: string) => name.endsWith('.jpg') };

function photoFolder(): string {
  const folder = tempFolder();
  for (const name of ['IMG_9.jpg', 'IMG_10.jpg', 'Notes.txt', 'a b.jpg', '.hidden.jpg', 'odd\u001b[2J.jpg']) {
    writeFileSync(join(folder, name), '');
  }
  mkdirSync(join(folder, 'Fotos Maria'));
  symlinkSync(join(folder, 'Fotos Maria'), join(folder, 'linked'));
  return folder;
}

test.each([
  ['IM', 'IMG_', ['IMG_9.jpg', 'IMG_10.jpg']],
  ['img_1', 'IMG_10.jpg', []],
  ['fot', 'Fotos Maria/', []],
  ['"fot', 'Fotos Maria/', []],
  ['a\\ b', 'a b.jpg', []],
  ['li', 'linked/', []],
  ['.h', '.hidden.jpg', []],
  ['No', 'No', []],
  ['odd', 'odd', []],
  ['nowhere/x', 'nowhere/x', []],
  ['', '', ['a b.jpg', 'Fotos Maria/', 'IMG_9.jpg', 'IMG_10.jpg', 'linked/']],
])('Tab after %j gives %j', async (typed, text, names) => {
  const folder = photoFolder();
  const at = (path: string) => `${folder}/${path}`;
  const quote = typed.startsWith('"') ? '"' : '';
  expect(await completePath(quote + at(typed.slice(quote.length)), PHOTOS)).toEqual({ text: at(text), names });
});

test('Tab after ~ goes home', async () => {
  expect(await completePath('~', PHOTOS)).toEqual({ text: '~/', names: [] });
});
