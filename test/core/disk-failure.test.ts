import { expect, test } from 'vitest';
import { beforeRequests, onDisk, onOwnDisk } from '../../src/core/disk-failure.ts';
import { ReconError } from '../../src/errors.ts';

const broken = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));
const failing = (code: string) => onDisk('/there/a.zip', broken(code));

test.each([
  ['ENOSPC', 'choose another place, or make room there, and run the command again'],
  ['EACCES', 'choose another place and run the command again'],
])('where %s comes, only what helps is advised', async (code, hint) => {
  await expect(failing(code)).rejects.toMatchObject({ hint });
});

test.each([
  [
    'ENOSPC',
    'make room there, and ',
    'make room there, or name another folder (XDG_STATE_HOME=FOLDER before the command), and ',
  ],
  [
    'EROFS',
    'make it writable, and ',
    'make it writable, or name another folder (XDG_STATE_HOME=FOLDER before the command), and ',
  ],
  ['ENOTDIR', '', 'name another folder (XDG_STATE_HOME=FOLDER before the command), and '],
  // It is made anew.
  ['ENOENT', '', ''],
])('where %s comes in the own folder, another one is named only while nothing was sent', async (code, later, first) => {
  const own = () => onOwnDisk('/state/recon/scratch', broken(code));
  await expect(own()).rejects.toMatchObject({ hint: `${later}run the command again`, details: [] });
  const hint = `${first}run the command again`;
  await expect(beforeRequests(own)).rejects.toMatchObject({ code: 'storage', hint, details: ['nothing was sent'] });
});

test('an error that is not of the disk stays as it is before the first request', async () => {
  const other = new ReconError('storage', 'the settings are broken', { hint: 'mending them' });
  await expect(beforeRequests(() => Promise.reject(other))).rejects.toBe(other);
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
