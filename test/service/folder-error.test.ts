import { execFileSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { ReconError } from '../../src/errors.ts';
import { folderError, requireNotOthers } from '../../src/service/folder-error.ts';
import { startService } from '../../src/service/start.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { workerNamed } from '../support/running-service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-folder-error-'));
});
afterAll(() => rm(folder, { recursive: true }));

const withCode = (code: string) => Object.assign(new Error('bare'), { code });

test.each([
  [withCode('EACCES'), 'this user may not read and write there'],
  [withCode('EROFS'), 'its disk can only be read'],
  [withCode('ENOSPC'), 'the disk is full'],
  [withCode('SQLITE_FULL'), 'the disk is full'],
  [withCode('SQLITE_IOERR_WRITE'), 'the disk fails or is full'],
  [withCode('SQLITE_CORRUPT'), 'its database is damaged'],
  [new Error('ConnectionFailed("Unable to open connection to local database x: 14")'), 'its database cannot be opened'],
])('%s is told in words, with what to do', (cause, why) => {
  const error = folderError(folder, cause);
  expect(error).toMatchObject({
    ...{ code: 'storage', message: `the data folder ${JSON.stringify(folder)} cannot be used: ${why}`, cause },
    hint: expect.stringMatching(/\w{4}/),
  });
});

test('where the folder is not there yet, the one above it is named in which nothing may be made', () => {
  const dataFolder = join(folder, 'not', 'there');
  const why = `this user may not read and write in ${JSON.stringify(folder)}`;
  expect(folderError(dataFolder, withCode('EACCES'))).toMatchObject({
    message: `the data folder ${JSON.stringify(dataFolder)} cannot be used: ${why}`,
    hint: 'let this user read and write there, or give another folder with --data',
  });
  const owner = userInfo().username;
  vi.spyOn(process, 'getuid').mockReturnValue(54_321);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((folderError(dataFolder, withCode('EACCES')) as ReconError).hint).toBe(
    owner === 'root'
      ? `root makes it for this user: sudo install -d -o 54321 -m 700 ${dataFolder}, or give another folder with --data`
      : `type it as the user ${owner}, who owns that (sudo -u ${owner} before it); or, let this user read and write there, or give another folder with --data`,
  );
});

test('of a folder of another user, its owner is named before anything is taken from a service that may run', async () => {
  const dataFolder = join(folder, 'of-another');
  await mkdir(dataFolder);
  const isRoot = process.getuid!() === 0;
  const owner = isRoot ? 'nobody' : userInfo().username;
  if (isRoot) await chown(dataFolder, Number(execFileSync('id', ['-u', owner], { encoding: 'utf8' })), 0);
  const own = 'make this user the owner of all that is in it';
  const hintFor = (code: string) => (folderError(dataFolder, withCode(code)) as ReconError).hint;
  if (!isRoot) expect(hintFor('EACCES')).toBe(`${own}, or give another folder with --data`);
  vi.spyOn(process, 'getuid').mockReturnValue(54_321);
  onTestFinished(() => void vi.restoreAllMocks());
  const first = `type it as the user ${owner}, who owns that (sudo -u ${owner} before it); or, once no service runs on it any more, ${own}`;
  for (const code of ['EACCES', 'SQLITE_CANTOPEN']) {
    expect(hintFor(code)).toBe(`${first}, or give another folder with --data`);
  }
  expect(hintFor('SQLITE_READONLY')).toBe(first);
  expect(hintFor('ENOSPC')).not.toContain('owns');
});

test.skipIf(process.getuid!() !== 0)(
  'a folder that root has made is given to the user of the service by a line',
  async () => {
    const dataFolder = join(folder, 'of-root');
    await mkdir(dataFolder);
    vi.spyOn(process, 'getuid').mockReturnValue(54_321);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((folderError(dataFolder, withCode('EACCES')) as ReconError).hint).toBe(
      `root owns that; once no service runs on it any more, sudo chown -R 54321 ${dataFolder}, or give another folder with --data`,
    );
  },
);

test.each([new ReconError('storage', 'said already'), new TypeError('a bug')])('%s stays what it is', (error) => {
  expect(folderError('/srv/data', error)).toBe(error);
});

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['a file', (path) => writeFile(path, ''), 'cannot be used: there is a file of that name'],
  ['a link to itself', (path) => symlink(path, path), 'cannot be used: its symbolic links lead in a circle'],
  [
    'a folder whose lock is a folder',
    (path) => mkdir(join(path, 'service.lock'), { recursive: true }),
    'cannot be used: its database cannot be opened',
  ],
  [
    'a folder whose database is a folder',
    (path) => mkdir(join(path, 'recon.db'), { recursive: true }),
    'cannot be used: its database cannot be opened',
  ],
  [
    'a folder whose token is a folder',
    (path) => mkdir(join(path, 'token'), { recursive: true }),
    'cannot be used: there is a folder where a file should be',
  ],
])('%s as data folder says what is wrong, without a bare code', async (name, make, words) => {
  const dataFolder = join(folder, name.replaceAll(' ', '-'));
  await make(dataFolder);
  const programs = { workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() };
  const options = { dataFolder, host: '127.0.0.1', port: 0, ...programs, clock: systemClock };
  const error = await startService(options).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'storage', message: `the data folder ${JSON.stringify(dataFolder)} ${words}` });
});

test.skipIf(process.getuid?.() !== 0)(
  'root started the service in the folder of another user, and left files of its own there',
  async () => {
    const data = await mkdtemp(join(folder, 'of-another-'));
    await writeFile(join(data, 'recon.db'), '');
    await chown(join(data, 'recon.db'), 65534, 65534);
    expect(() => requireNotOthers(data)).toThrow(/belongs to the user (nobody|65534), and this is root/);
    await chown(join(data, 'recon.db'), 0, 0);
    requireNotOthers(data);
    requireNotOthers(join(data, 'not-there'));
  },
);
