import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { openService, type TestService } from '../support/running-service.ts';

let home: ReconHome;
let service: TestService;
beforeAll(async () => {
  home = await makeHome();
  service = await openService();
  await recon({}, 'patients', 'create', '--name', 'Ana Sample', '--email', 'ana@example.org');
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const recon = (environment: Record<string, string>, ...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token, ...environment });

const ESCAPE = '\u001b[';
const FACE = join(import.meta.dirname, '../../samples/ana/face');

/** What is drawn for a person. */
test.each([
  [['patients', 'list', '-o', 'table'], 'stdout'],
  [['config', 'set', 'no-color', '1'], 'stderr'],
] as const)('%j in a pipe is coloured with FORCE_COLOR alone', async (args, stream) => {
  expect((await recon({ FORCE_COLOR: '1' }, ...args))[stream]).toContain(ESCAPE);
  for (const without of [{}, { FORCE_COLOR: '0' }, { FORCE_COLOR: '1', NO_COLOR: '1' }])
    expect((await recon(without, ...args))[stream]).not.toContain(ESCAPE);
  expect((await recon({ FORCE_COLOR: '1' }, ...args, '--no-color'))[stream]).not.toContain(ESCAPE);
});

test('FORCE_COLOR did not reach the table of photos check', async () => {
  const check = async (environment: Record<string, string>) =>
    (await recon(environment, 'photos', 'check', '--type', 'face', '--photos', FACE, '-o', 'table')).stdout;
  expect(await check({ FORCE_COLOR: '1' })).toContain(ESCAPE);
  expect(await check({})).not.toContain(ESCAPE);
}, 60_000);

/** What programs read. */
test.each([
  [['patients', 'list']],
  [['patients', 'list', '--json']],
  ...['id', 'csv', 'ndjson', 'json'].map((format) => [['patients', 'list', '-o', format]]),
  [['patients', 'get', '1']],
  [['patients', 'get', '1', '--json']],
  [['status']],
])('%j in a pipe stays plain with FORCE_COLOR', async (args) => {
  const { exitCode, stdout, stderr } = await recon({ FORCE_COLOR: '1' }, ...args);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).not.toBe('');
  expect(stdout).not.toContain(ESCAPE);
});
