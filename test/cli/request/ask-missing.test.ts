import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pathOf } from '../../../src/cli/request/ask-missing.ts';

test.each([
  ['/a/left.jpg', '/a/left.jpg'],
  ["'/a/my left.jpg'", '/a/my left.jpg'],
  ['"/a/my left.jpg"', '/a/my left.jpg'],
  ['/a/my\\ left\\(1\\).jpg', '/a/my left(1).jpg'],
  ['~/left.jpg', join(homedir(), 'left.jpg')],
  ['left.jpg', resolve('left.jpg')],
  ['', ''],
])('a path typed or dropped as %s', (typed, path) => {
  expect(pathOf(typed)).toBe(path);
});
