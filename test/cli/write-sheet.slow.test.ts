import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusePlace, writeNew } from '../../src/cli/write-sheet.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';

test.skipIf(!canMount())('on a full disk a picture is refused before it is made, and no half one stays', async () => {
  const disk = openSmallDisk('2m');
  const path = join(disk.folder, 'ana.png');
  await refusePlace('--picture', path);
  const full = { code: 'storage', message: `--picture ${JSON.stringify(path)} cannot be written: the disk is full` };
  await expect(writeNew('--picture', path, Buffer.alloc(4e6))).rejects.toMatchObject(full);
  expect(existsSync(path)).toBe(false);
  disk.fill('other', 1.5e6);
  await expect(refusePlace('--picture', path)).rejects.toMatchObject(full);
});

test('what is there by now is not taken away', async () => {
  const disk = join(import.meta.dirname, 'write-sheet.slow.test.ts');
  await expect(writeNew('--card', disk, Buffer.alloc(1))).rejects.toMatchObject({
    message: `--card ${JSON.stringify(disk)} cannot be written: it is there by now`,
  });
  expect(existsSync(disk)).toBe(true);
});
