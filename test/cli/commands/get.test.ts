import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const TOO_LARGE = '9007199254740993';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let ids: string[];
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const create = async (name: string) =>
    String((await service.patient('POST', '/patients', { form: { 'patient[name]': name } })).patient.id);
  ids = [await create('Ana Sample'), await create('Ben Sample'), await create('Cy Sample')];
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const recon = (...args: string[]) => runMain(args, environment);
const get = (...args: string[]) => recon('patients', 'get', ...args);
const list = (...args: string[]) => recon('patients', 'list', ...args);

test('get of several, one not there: what was found is on stdout, and it ends with 7', async () => {
  const { exitCode, stdout, stderr } = await get('999', ids[0]!, '998', ids[1]!, '--json');
  expect(exitCode).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject([{ patient: { name: 'Ana Sample' } }, { patient: { name: 'Ben Sample' } }]);
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1)!)).toMatchObject({
    error: { code: 'partly_failed', message: '2 of 4 patients are not there: 999, 998', exit: 7 },
  });
});

test('a name that nobody has: on a terminal whose is nearest is told, and a log has no names', async () => {
  for (const args of [
    ['show', 'ben smaple'],
    ['update', 'ben smaple', '--city', 'Porto'],
  ]) {
    const { exitCode, asked, stderr } = await typeMain(args, environment, []);
    expect({ exitCode, asked }).toEqual({ exitCode: 3, asked: 0 });
    expect(stderr).toContain('no patient has the name "ben smaple"');
    expect(stderr).toContain(`the nearest name is that of Ben Sample, patient ${ids[1]}`);
    expect(stderr).toContain(`recon show ${ids[1]} (to see who it is; then the id)`);
    const piped = await recon(...args);
    expect(piped).toMatchObject({ exitCode: 3, stderr: expect.not.stringContaining('Sample') });
  }
  const several = await typeMain(['show', 'smaple'], environment, []);
  expect(several.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `the nearest names are those of ${ids.map((id, at) => `${['Ana', 'Ben', 'Cy'][at]} Sample, patient ${id}`).join('; ')}`,
  );
  const far = await typeMain(['show', 'peter pan'], environment, []);
  // Who was transferred is in no list of this account.
  expect(far.stderr).toContain('recon list --all (without those who were deleted or transferred)');
});

test('get of digits that are no patients, but may be a phone number, names the line for that', async () => {
  const torn = await get('9129', '1119', '2039');
  expect(torn).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("recon show '9129 1119 2039'") });
  const ended = await get('998', '999');
  expect(ended).toMatchObject({ exitCode: 3, stderr: expect.not.stringContaining('phone number') });
});

test('get of several with one found is a list in JSON all the same', async () => {
  const { exitCode, stdout } = await get(ids[0]!, '999', '--json');
  expect(exitCode).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject([{ patient: { name: 'Ana Sample' } }]);
});

test.each([
  ['ndjson', /^\{.*"Ana Sample".*\}\n$/],
  ['csv', /^id,.*\r\n.*Ana Sample.*\r\n$/],
  ['id', /^\d+\n$/],
])('get of several as %s shows those that are there', async (format, shown) => {
  const { exitCode, stdout } = await get('999', ids[0]!, '-o', format);
  expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: expect.stringMatching(shown) });
});

test('get of several as CSV has one header', async () => {
  const { stdout } = await get(ids[0]!, ids[1]!, '-o', 'csv', '--fields', 'name');
  expect(stdout).toBe('name\r\nAna Sample\r\nBen Sample\r\n');
});

test('get of nobody who is there ends with 3 and shows nothing', async () => {
  expect(await get('998', '999', '--json')).toMatchObject({ exitCode: 3, stdout: '' });
  expect(await get('999', '--json')).toMatchObject({ exitCode: 3, stdout: '' });
});

test.each([
  ['patients', 'get', TOO_LARGE],
  ['patients', 'list', '--id', TOO_LARGE],
  ['patients', 'update', TOO_LARGE, '--city', 'Porto'],
  ['patients', 'delete', TOO_LARGE, '--yes'],
  ['patients', 'export', '--to', 'nowhere', '--id', TOO_LARGE],
  ['after', 'create', TOO_LARGE, '--type', 'face'],
  ['download', TOO_LARGE, '--type', 'face'],
  ['invite', TOO_LARGE, '--type', 'face'],
  ['transfer', '7', '--to', TOO_LARGE, '--yes'],
  ['wait', TOO_LARGE],
])('an id above 2^53 that was typed is 2: %s %s', async (...args) => {
  const { exitCode, stderr } = await recon(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('above 2^53') });
});

test('-q says nothing of a part that was asked for', async () => {
  expect((await list('--per-page', '2')).stderr).toContain('page 1 of 2');
  expect(await list('--per-page', '2', '-q')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await list('--all', '--limit', '1', '-q')).toMatchObject({ exitCode: 0, stderr: '' });
});

test('-o table that was typed is a table in a pipe too; only the default is values between tabs', async () => {
  const typed = (await list('-o', 'table')).stdout.split('\n');
  expect(typed[0]).toMatch(/^ID +NAME +E-MAIL/);
  expect(typed[1]).toMatch(/^\d+ +Ana Sample +–/);
  expect((await list()).stdout).toMatch(/^\d+\tAna Sample\t/);
  const page = (await get(ids[0]!, '-o', 'table')).stdout;
  expect(page).not.toContain('\t');
  expect((await get(ids[0]!)).stdout).toContain('name\tAna Sample\n');
  expect((await recon('config', 'list', '-o', 'table')).stdout).toMatch(/^KEY +VALUE +FROM\n/);
  expect((await recon('status', '-o', 'table')).stdout).toMatch(/^profile {2,}/);
});

test('a table in a pipe is as wide as its values', async () => {
  const name = 'Name '.repeat(40).trim();
  await service.patient('POST', '/patients', { form: { 'patient[name]': name, 'patient[email]': 'x@y.example' } });
  expect((await list('-o', 'table')).stdout).toContain(`${name}  x@y.example`);
});

test('a table that the settings ask for is one in a pipe', async () => {
  await recon('config', 'set', 'output', 'table');
  expect((await list()).stdout).toMatch(/^ID +NAME/);
  await recon('config', 'unset', 'output');
});

test('with -q a script is told that it has a part of the list, where it did not ask for one', async () => {
  for (let more = 0; more < 8; more += 1) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': `More ${more}` } });
  }
  const cut = await list('-q', '-o', 'id');
  expect(cut.stdout.trimEnd().split('\n')).toHaveLength(10);
  expect(cut).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('page 1 of 2: 10 of'),
  });
  for (const asked of [['--page', '1'], ['--per-page', '5'], ['--all']]) {
    expect(await list('-q', '-o', 'id', ...asked)).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

test('digits that are no id, but end a phone number, name the line that shows the patient', async () => {
  const create = async (name: string, phone: string) =>
    String(
      (await service.patient('POST', '/patients', { form: { 'patient[name]': name, 'patient[phone]': phone } })).patient
        .id,
    );
  const id = await create('Dora Sample', '+351 912 555 013');
  const typed = () => typeMain(['show', '912555013'], environment, []);
  const told = await typed();
  expect(told).toMatchObject({ exitCode: 3, stdout: '' });
  expect(told.stderr).toContain(`the patient with this phone number: recon show ${id}`);
  expect((await recon('show', '912555013')).stderr).toContain('where it is a phone number: recon list 912555013');
  await create('Eva Sample', '912 555 013');
  expect((await typed()).stderr).toContain('where it is a phone number: recon list 912555013');
});
