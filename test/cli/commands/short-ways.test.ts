import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const recon = (...args: string[]) => runMain(args, environment);

test('`create`, `list` and `show` do what `patients create`, `patients list` and `patients get` do', async () => {
  const created = await recon('create', '--name', 'Ana Sample', '-o', 'id');
  expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\n$/) });
  const id = created.stdout.trim();
  expect((await recon('create', '--name', 'Ana Sample')).exitCode).toBe(5);
  for (const [short, long] of [
    [
      ['list', '--json'],
      ['patients', 'list', '--json'],
    ],
    [
      ['list', '-o', 'csv', '--fields', 'id,name'],
      ['patients', 'list', '-o', 'csv', '--fields', 'id,name'],
    ],
    [
      ['show', id, '--json'],
      ['patients', 'get', id, '--json'],
    ],
  ] as const) {
    expect(await recon(...short)).toEqual(await recon(...long));
  }
  expect((await recon('show', '999')).exitCode).toBe(3);
  expect(await recon('accept', id, '--type', 'face')).toEqual(await recon('patients', 'accept', id, '--type', 'face'));
  expect((await recon('show', id, '--json')).stdout).toContain('"Ana Sample"');
});
