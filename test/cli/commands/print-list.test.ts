import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openAccounts } from '../../../src/service/start.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts({ dataFolder: service.dataFolder });
  await accounts.add('branch', 'main');
  await accounts.close();
});
afterAll(() => service.close());

const list = (...args: string[]) =>
  runMain(['accounts', 'list', '--data', service.dataFolder, ...args], { HOME: tempFolder() });

test.each([
  [['--fields', 'name'], 'main\nbranch\n'],
  [['--fields', 'under,name'], '\tmain\nmain\tbranch\n'],
  [['--fields', 'Under,NAME'], '\tmain\nmain\tbranch\n'],
  [['--fields', 'name', '-o', 'csv'], 'name\r\nmain\r\nbranch\r\n'],
  [['--fields', 'name', '-o', 'ndjson'], '{"name":"main"}\n{"name":"branch"}\n'],
  [['--fields', 'under', '--json'], '{"accounts":[{"under":null},{"under":"main"}]}\n'],
  [['--fields', 'name', '-o', 'id'], '1\n2\n'],
])('accounts list %j shows those fields', async (args, stdout) => {
  expect(await list(...args)).toMatchObject({ exitCode: 0, stdout });
});

test('a field that accounts have not is refused, with those that there are', async () => {
  const { exitCode, stdout, stderr } = await list('--fields', 'name,token');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/--fields: there is no "token" in this list\n {2}fields: id, name, under/);
});

const onTerminal = (columns: number, ...args: string[]) => atTerminal(columns, 'list', ...args);

async function atTerminal(columns: number, ...words: string[]) {
  const typed = ['accounts', ...words, '--data', service.dataFolder, '--no-color'];
  const { stand, texts } = standInProcess(typed, { HOME: tempFolder() });
  for (const stream of [stand.stdout, stand.stderr]) {
    asTerminal(stream);
    Object.assign(stream, { columns });
  }
  expect(await main(stand)).toBe(0);
  return texts;
}

test('a narrow terminal shows whole words, fewer columns, and says which are left out', async () => {
  const accounts = await openAccounts({ dataFolder: service.dataFolder });
  await accounts.add('front-desk-of-the-second-floor', 'main', { bytes: 50e9, patients: 200 });
  await accounts.close();
  const { stdout, stderr } = await onTerminal(80);
  expect(stdout).toMatch(/^NAME +UNDER +STATE/);
  expect(stdout).toMatch(/^front-desk-of-the-second-floor +main +enabled .*50\.0 GB$/m);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stderr.replaceAll(/\n +/g, ' ')).toContain('left out here for want of room: id, ');
  const wide = await onTerminal(160);
  expect(wide.stdout).toMatch(/^ID +NAME .*MAX_PATIENTS/);
  expect(wide.stderr).not.toContain('left out');
});

test('columns that were asked for by name stay', async () => {
  const { stdout, stderr } = await onTerminal(30, '--fields', 'id,name,max_patients');
  expect(stdout).toMatch(/^ID +NAME +MAX_PATIENTS/);
  expect(stderr).not.toContain('left out');
});

test('an account that has reached a limit, or that of its main account, is marked in a table alone', async () => {
  const accounts = await openAccounts({ dataFolder: service.dataFolder });
  await accounts.add('shut', undefined, { patients: 0 });
  await accounts.add('shut-desk', 'shut');
  await accounts.close();
  const { stdout } = await onTerminal(160);
  expect(stdout).toMatch(/shut +full: patients /);
  expect(stdout).toMatch(/shut-desk +shut +full: patients of shut /);
  expect((await onTerminal(60, '--fields', 'name,state')).stdout).toMatch(/^shut +full: patients$/m);
  expect((await list('-o', 'csv', '--fields', 'name,state,full,nearly_full')).stdout).toMatch(
    /^shut,enabled,patients,\r$/m,
  );
});

test('a table of tokens told times without their zone', async () => {
  const tokens = (...args: string[]) => atTerminal(160, 'tokens', 'list', ...args);
  const { stdout, stderr } = await tokens();
  expect(stdout).toMatch(/main .* \d{4}-\d\d-\d\d \d\d:\d\d/);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(stderr).toBe(`times are those of this machine (${zone})\n`);
  // Nothing where no time is shown.
  expect((await tokens('--fields', 'account,label')).stderr).toBe('');
});
