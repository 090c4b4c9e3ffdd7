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

test('`list` with words does what it does with the flag that they mean', async () => {
  const ana = ['--name', 'Ana Words', '--email', 'ana@example.org', '--phone', '+351 21 000 0001'];
  const id = (await recon('create', ...ana, '-o', 'id')).stdout.trim();
  await recon('create', '--name', 'Bo Other', '--email', 'bo@example.org', '--phone', '+351 21 000 0002');
  const pairs: [words: string[], flags: string[]][] = [
    ['ana words'.split(' '), ['--name', 'ana words']],
    [['ana@example.org'], ['--email', 'ana@example.org']],
    ['+351 21 000 0001'.split(' '), ['--phone', '+351 21 000 0001']],
    [[id], ['--id', id]],
  ];
  for (const [words, flags] of pairs) {
    const shown = await recon('list', ...words, '--json');
    expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Ana Words') });
    expect(shown.stdout).not.toContain('Bo Other');
    expect(shown).toEqual(await recon('patients', 'list', ...flags, '--json'));
  }
});

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
