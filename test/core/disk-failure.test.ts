import { expect, test } from 'vitest';
import { onDisk } from '../../src/core/disk-failure.ts';

const failing = (code: string) => onDisk('/there/a.zip', () => Promise.reject(Object.assign(new Error('x'), { code })));

test.each([
  ['ENOSPC', 'choose another place, or make room there, and run the command again'],
  ['EACCES', 'choose another place and run the command again'],
])('where %s comes, only what helps is advised', async (code, hint) => {
  await expect(failing(code)).rejects.toMatchObject({ hint });
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the disk is read-only'],
  // No words for it: its code is for those who look for a fault.
  ['ESTALE', 'the system reports an error; --debug shows which'],
])('%s of a disk is told as %j', async (code, words) => {
  await expect(failing(code)).rejects.toMatchObject({
    code: 'storage',
    message: `"/there/a.zip" cannot be written: ${words}`,
    cause: { code },
  });
});
