import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { syncFile, syncFolder, writeDurably } from '../../src/system/durable-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('bytes are written, or put behind what is there, for this user alone', async () => {
  const path = join(tempFolder(), 'file');
  await writeDurably(path, 'w', Buffer.from('one '));
  await writeDurably(path, 'a', Buffer.from('two'));
  await syncFile(path);
  expect(readFileSync(path, 'utf8')).toBe('one two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform !== 'linux')('a file system that cannot sync folders is no failure', async () => {
  await expect(syncFile('/proc', 'r')).rejects.toMatchObject({ code: 'EINVAL' });
  await syncFolder('/proc');
});

test('a folder that is not there is one', async () => {
  await expect(syncFolder(`${tempFolder()}/gone`)).rejects.toMatchObject({ code: 'ENOENT' });
});
