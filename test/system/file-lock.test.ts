import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeFileLock, withFileLock } from '../../src/system/file-lock.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a file’s lock is held by one, and free again when it is let go', async () => {
  const folder = tempFolder();
  const path = join(folder, 'lock');
  const release = await takeFileLock(path);
  expect(await takeFileLock(path)).toBeUndefined();
  release?.();
  const again = await takeFileLock(path);
  expect(again).toBeTypeOf('function');
  again?.();
  expect(readdirSync(folder)).toEqual(['lock']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('work waits until the lock is free, and frees it also where it fails', async () => {
  const path = join(tempFolder(), 'lock');
  const release = await takeFileLock(path);
  const order: string[] = [];
  const waiting = withFileLock(path, async () => {
    order.push('second');
    throw new Error('failed');
  });
  order.push('first');
  release?.();
  await expect(waiting).rejects.toThrow('failed');
  expect(order).toEqual(['first', 'second']);
  expect(await withFileLock(path, async () => 'third')).toBe('third');
});
