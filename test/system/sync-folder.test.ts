import { expect, test } from 'vitest';
import { syncFile, syncFolder } from '../../src/system/durable-file.ts';
import { tempFolder } from '../support/temp-folder.ts';

test.skipIf(process.platform !== 'linux')('a file system that cannot sync folders is no failure', async () => {
  await expect(syncFile('/proc', 'r')).rejects.toMatchObject({ code: 'EINVAL' });
  await syncFolder('/proc');
});

test('a folder that is not there is one', async () => {
  await expect(syncFolder(`${tempFolder()}/gone`)).rejects.toMatchObject({ code: 'ENOENT' });
});
