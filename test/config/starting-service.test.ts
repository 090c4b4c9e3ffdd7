import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';

test('while the first service of this machine starts, commands say so and may be tried again', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const folder = join(home.folder, '.local', 'share', 'recon', 'service');
  const lock = join(folder, 'service.lock');
  const list = async (...flags: string[]) => await runMain(['patients', 'list', ...flags], home.environment);
  expect(await list()).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('no service is set up yet') });
  await mkdir(folder, { recursive: true });
  await writeFile(lock, '');
  expect(await list()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/is starting\n.*recon serve\n {2}Try: the same command again in a few seconds\n$/),
  });
  expect(await list('--profile', 'clinic')).toMatchObject({ exitCode: 2 });
  // It ended at its start, or its profile was forgotten later.
  const before = new Date(Date.now() - 120_000);
  await utimes(lock, before, before);
  expect(await list()).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('no service is set up yet') });
});

test('a folder that is named and in which a service starts is told as starting, too', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const folder = join(home.folder, 'named');
  const list = async () => await runMain(['accounts', 'list', '--data', folder], home.environment);
  await mkdir(folder, { mode: 0o700 });
  expect(await list()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('there is no data of a service') });
  await writeFile(join(folder, 'service.lock'), '');
  expect(await list()).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/is starting\n.*recon serve --data .*named\n/),
  });
});

test('a token of the environment that is set and empty is told', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  for (const more of [{}, { RECON_BASE_URL: 'http://127.0.0.1:9' }]) {
    const told = await runMain(['patients', 'list'], { ...home.environment, ...more, RECON_TOKEN: '' });
    expect(told).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(': RECON_TOKEN is set and empty') });
  }
});
