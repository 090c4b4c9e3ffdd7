import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of, sha256OfFile } from '../../src/system/sha256.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('text, bytes and a file have one hash', async () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, 'abc');
  expect([sha256Of('abc'), sha256Of(Buffer.from('abc')), await sha256OfFile(path)]).toEqual([ABC, ABC, ABC]);
});

test('what is not there, is a folder or a link has none', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), 'abc');
  symlinkSync(join(folder, 'file'), join(folder, 'link'));
  mkdirSync(join(folder, 'folder'));
  for (const name of ['gone', 'link', 'folder']) expect(await sha256OfFile(join(folder, name))).toBeUndefined();
});

test('a signal ends it with its reason', async () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, 'abc');
  await expect(sha256OfFile(path, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});
