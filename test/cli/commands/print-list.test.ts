import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../../src/service/start.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
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
