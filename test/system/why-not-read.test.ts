import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whyNotRead } from '../../src/system/why-not-read.ts';
import { tempFolder } from '../support/temp-folder.ts';

test.each([
  ['gone', 'does not exist'],
  ['file/inside', 'does not exist: a part of its path is a file'],
  ['.', 'is a folder, not a file'],
  ['n'.repeat(300), 'has too long a name'],
  ['nul\0', 'cannot be read (ERR_INVALID_ARG_VALUE)'],
])('%j %s', (name, why) => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  try {
    readFileSync(join(folder, name));
    expect.unreachable();
  } catch (error) {
    expect(whyNotRead(error)).toBe(why);
  }
});
