import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeFileLock } from '../../src/system/file-lock.ts';
import { makeHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';

async function makeLocked(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await takeFileLock(join(folder, 'service.lock')))!;
}

test('while the first service of this machine starts, commands say so and may be tried again', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const folder = join(home.folder, '.local', 'share', 'recon', 'service');
  const list = async (...flags: string[]) => await runMain(['patients', 'list', ...flags], home.environment);
  const none = { exitCode: 4, stderr: expect.stringContaining('no service is set up yet') };
  expect(await list()).toMatchObject(none);
  const release = await makeLocked(folder);
  expect(await list()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/the service on .* is starting\n {2}Try: the same command again in a few seconds\n$/),
  });
  expect(await list('--profile', 'clinic')).toMatchObject({ exitCode: 2 });
  // It runs, and its profile was forgotten.
  await writeFile(join(folder, 'running'), '{}');
  expect(await list()).toMatchObject(none);
  await rm(join(folder, 'running'));
  // It ended at its start.
  release();
  expect(await list()).toMatchObject(none);
});

const ON_A_FOLDER = [
  ['accounts', 'list'],
  ['accounts', 'add', 'dr-costa'],
  ['audit', 'list'],
  ['backup', './backup'],
  ['doctor', '-q'],
];

test('each command on a folder that a restore fills says so, and that a restore was cut off from its first moment', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const folder = join(home.folder, 'filled');
  const release = await makeLocked(folder);
  const typed = async (args: string[]) => {
    const { exitCode, stdout, stderr } = await runMain([...args, '--data', folder], home.environment);
    return `${exitCode} ${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  };
  const ways = [...ON_A_FOLDER, ['serve', '--port', '0']];
  for (const one of ways) expect(await typed(one)).toMatch(/^(6|7|12) .*the service on ".*filled" is starting/);
  await writeFile(join(folder, 'restoring'), '');
  // The files come first.
  await mkdir(join(folder, 'files', 'ab'), { recursive: true });
  await writeFile(join(folder, 'files', 'ab', 'ab'.repeat(16)), 'a photo');
  for (const one of ON_A_FOLDER) {
    const told = await typed(one);
    expect(told).toMatch(/^[67] .*a restore fills the data folder ".*filled"/);
    expect(told).toContain('the same command again when the restore has ended');
  }
  expect(await typed(['serve', '--port', '0'])).toMatch(
    /^12 .*a restore fills .*let it end first, or give another folder/,
  );
  release();
  for (const one of ways) {
    const told = await typed(one);
    expect(told).toMatch(/^(7|12) .*".*filled" is not whole: the restore that filled it was cut off/);
    expect(told).toMatch(/delete that folder, and restore again: recon restore BACKUP --data \S+filled/);
  }
  expect((await readdir(folder)).toSorted()).toEqual(['files', 'restoring', 'service.lock']);
});

test('a token of the environment that is set and empty is told', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  for (const more of [{}, { RECON_BASE_URL: 'http://127.0.0.1:9' }]) {
    const told = await runMain(['patients', 'list'], { ...home.environment, ...more, RECON_TOKEN: '' });
    expect(told).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(': RECON_TOKEN is set and empty') });
  }
});
