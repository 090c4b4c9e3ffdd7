import { chmod, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { requireTool } from '../../support/require-tool.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { faceForm } from '../../support/service-forms.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const recon = (...args: string[]) => runMain(['accounts', ...args, '--data', service.dataFolder], home.environment);
const json = async (...args: string[]) => JSON.parse((await recon(...args, '--json')).stdout);
const status = async (token: string, method = 'GET') => (await service.send(method, '/patients', { token })).status;
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('without --data the service is the one whose token the environment names', async () => {
  const other = await openService();
  try {
    await runMain(['accounts', 'add', 'of-the-other', '--data', other.dataFolder], home.environment);
    const named = { ...home.environment, RECON_TOKEN_FILE: join(other.dataFolder, 'token') };
    const { accounts } = JSON.parse((await runMain(['accounts', 'list', '--json'], named)).stdout);
    expect(accounts.map(({ name }: { name: string }) => name)).toContain('of-the-other');
  } finally {
    await other.close();
  }
});

test.each([
  [['accounts', 'list'], 'recon accounts list'],
  [['audit', 'list'], 'recon audit list'],
  [['backup', 'somewhere'], 'recon backup'],
])('%j on another machine says where it is to be typed', async (args, command) => {
  const desk = await makeHome();
  const { exitCode, stderr } = await typeMain(args, desk.environment, []);
  await desk.remove();
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: expect.stringContaining(`${command} works on the machine of the service: type it there, as the user`),
  });
  expect(stderr).not.toMatch(/^The service in/m);
});

test.each([
  ['accounts', 'token', 'nobody', '--yes'],
  ['accounts', 'tokens', 'list', 'nobody'],
  ['accounts', 'update', 'nobody', '--max-patients', '5'],
  ['accounts', 'add', 'new', '--under', 'nobody'],
  ['audit', 'list', '--account', 'nobody'],
])('of an account that is not there, the accounts of the folder that was typed are shown: %s %s', async (...args) => {
  const { exitCode, stderr } = await runMain([...args, '--data', service.dataFolder], home.environment);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: expect.stringContaining(`Try: recon accounts list --data ${service.dataFolder} (to see them all)\n`),
  });
});

describe('which service is meant', () => {
  test.each([
    ['accounts', 'add', 'zz'],
    ['accounts', 'tokens', 'list'],
    ['audit', 'list'],
    ['backup', 'somewhere'],
    ['restore', 'somewhere'],
  ])('no flag that names a service to ask is passed over: %s %s', async (...words) => {
    for (const [flag, value] of [
      ['--base-url', 'http://127.0.0.1:9'],
      ['--profile', 'trial'],
    ] as const) {
      const typed = [
        [flag, value, ...words],
        [...words, flag, value, '--data', service.dataFolder, '--dry-run'],
      ];
      for (const args of typed) {
        const { exitCode, stderr } = await runMain(args, home.environment);
        expect([exitCode, stderr]).toEqual([2, expect.stringMatching(`takes no ${flag}\\n.*--data FOLDER`)]);
      }
    }
    const { stdout } = await runMain([...words, '--help'], home.environment);
    expect(stdout).not.toMatch(/^ +--(base-url|profile)/m);
  });

  test.each([['serve'], ['demo']])('recon %s takes no flag that names a service to ask', async (name) => {
    for (const [flag, value] of [
      ['--base-url', 'http://127.0.0.1:9'],
      ['--profile', 'trial'],
    ] as const) {
      for (const args of [
        [name, flag, value],
        [flag, value, name],
      ]) {
        const { exitCode, stderr } = await runMain(args, home.environment);
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`a service of its own, and takes no ${flag}`)]);
      }
    }
    const { stdout } = await runMain([name, '--help'], home.environment);
    expect(stdout).not.toMatch(/--base-url|--profile /);
  });

  test('a backup is verified without a service, and takes no flag that names one', async () => {
    const verify = await runMain(['backup', 'verify', 'somewhere', '--profile', 'trial'], home.environment);
    expect(verify).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('asks no service, and takes no') });
  });

  test('a service that the environment names is not another one in the folder of this user', async () => {
    const own = await makeHome();
    const run = (environment: Record<string, string>, ...args: string[]) =>
      runMain(args, { ...own.environment, ...environment });
    try {
      const url = service.url;
      const local = { 'base-url': url, 'token-file': join(service.dataFolder, 'token') };
      const profiles = { local, trial: { 'base-url': 'http://127.0.0.1:9' } };
      await mkdir(join(own.folder, '.config', 'recon'), { recursive: true });
      await writeFile(
        join(own.folder, '.config', 'recon', 'config.json'),
        JSON.stringify({ version: 1, profile: 'local', profiles }),
      );
      for (const [name, value] of [
        ['RECON_BASE_URL', 'http://127.0.0.1:9'],
        ['RECON_PROFILE', 'trial'],
      ] as const) {
        const { exitCode, stderr } = await run({ [name]: value }, 'accounts', 'add', 'zz');
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${name} is ${JSON.stringify(value)}`)]);
        expect(stderr).toContain(service.dataFolder);
      }
      expect(await run({ RECON_BASE_URL: 'http://127.0.0.1:9' }, 'audit', 'list')).toMatchObject({ exitCode: 2 });
      const { accounts } = JSON.parse((await run({ RECON_BASE_URL: url }, 'accounts', 'list', '--json')).stdout);
      expect(accounts.map(({ name }: { name: string }) => name)).not.toContain('zz');
      const named = ['--data', service.dataFolder];
      expect(await run({ RECON_PROFILE: 'trial' }, 'accounts', 'list', ...named)).toMatchObject({ exitCode: 0 });
    } finally {
      await own.remove();
    }
  });
});

test('a token is added, listed and revoked; it is on stdout alone, and once', async () => {
  const first = await recon('add', 'dr-silva', '--under', 'main');
  const added = await recon(
    'tokens',
    'add',
    'dr-silva',
    '--label',
    'front desk',
    '--scope',
    'read',
    '--expires',
    '90d',
  );
  expect(added).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^rcn_[\w-]{43}\n$/) });
  expect(added.stderr).toContain('The access token "front desk" of dr-silva works until ');
  const token = added.stdout.trim();
  expect([await status(token), await status(token, 'POST')]).toEqual([200, 403]);

  const { tokens } = await json('tokens', 'list', 'dr-silva');
  expect(tokens).toEqual([
    expect.objectContaining({ account: 'dr-silva', label: 'default', scope: 'write', expires: null, state: 'works' }),
    {
      ...{ id: 3, account: 'dr-silva', label: 'front desk', scope: 'read', state: 'works' },
      ...{ created: ISO, expires: ISO, last_used: ISO },
    },
  ]);
  const days = (Date.parse(tokens[1].expires) - Date.parse(tokens[1].created)) / 86_400_000;
  expect(days).toBeCloseTo(90, 3);

  const revoked = await recon('tokens', 'revoke', 'dr-silva', 'front desk', '--yes');
  expect(revoked).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('does not work any more') });
  // Of a computer that was stolen.
  expect(revoked.stderr).toContain('What was downloaded with it stays on its computer');
  expect(await status(token)).toBe(401);
  expect((await json('tokens', 'list', 'dr-silva')).tokens).toHaveLength(1);
  expect((await json('tokens', 'list', 'dr-silva', '--all')).tokens[1]).toMatchObject({ id: 3, state: 'revoked' });
  for (const { stdout, stderr } of [revoked, await recon('tokens', 'list', '--all', '--json')]) {
    for (const secret of [token, first.stdout.trim()]) expect(stdout + stderr).not.toContain(secret);
  }
});

/** What a terminal is told of a new token. */
const addAt = async (dataFolder: string, label = 'office') => {
  const args = ['accounts', 'tokens', 'add', 'main', '--label', label, '--scope', 'write', '--data', dataFolder];
  const { stand, texts } = standInProcess(args, { ...home.environment, NO_COLOR: '1' });
  for (const stream of [stand.stdout, stand.stderr]) Object.assign(stream, { isTTY: true, columns: 400 });
  expect(await main(stand)).toBe(0);
  return texts.stderr;
};

test('on a terminal a new token named an address for others of a service that has none', async () => {
  expect(await addAt(service.dataFolder)).toContain(
    `recon login --profile main --base-url ${service.url} (on this computer; no other one reaches the service: for those, start it with --host, --tls-cert and --tls-key, or with a --public-url that they reach, not one of localhost)`,
  );
  await recon('tokens', 'revoke', 'main', 'office', '--yes');
  const anew = await typeMain(
    ['accounts', 'token', 'dr-silva', '--yes', '--data', service.dataFolder],
    home.environment,
    [],
  );
  expect(anew.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `recon login --profile dr-silva --base-url ${service.url} (on this computer;`,
  );
  const reached = await openService({ publicUrl: 'https://recon.clinic.example' });
  onTestFinished(reached.close);
  const there = await addAt(reached.dataFolder);
  expect(there).toContain(
    'recon login --base-url https://recon.clinic.example (on the computer that will use the token; with --profile main where it uses another account, too)',
  );
  expect(there).toContain(
    'A script needs no login: with RECON_BASE_URL=https://recon.clinic.example and RECON_TOKEN_FILE=FILE it uses',
  );
  // The login of a new account took the place of the one that the desk has.
  const added = await typeMain(
    ['accounts', 'add', 'Dr. João', '--under', 'main', '--data', reached.dataFolder],
    home.environment,
    [],
    { columns: 300 },
  );
  expect(added.stderr).toContain(
    'recon login --profile Dr.-Joao --base-url https://recon.clinic.example (on the computer that will use the token)',
  );
  await reached.stop();
  expect(await addAt(reached.dataFolder, 'home')).toContain(
    'recon login --base-url URL (on the computer that will use the token; with --profile main where it uses another account, too; URL is the address for other computers that the start of the service shows; where it shows none, start it with',
  );
});

test.skipIf(!requireTool('openssl'))('a certificate without a name for others was told as no certificate', async () => {
  const unnamed = await openService({ host: '0.0.0.0', tls: selfSigned('DNS:localhost,IP:127.0.0.1') });
  onTestFinished(unnamed.close);
  expect(await addAt(unnamed.dataFolder)).toMatch(
    /:\d+ \(on this computer; no other one reaches the service, as its certificate has no name of this computer: for those, start it with a certificate that has one \(subjectAltName\)\)/,
  );
});

test('a list shows accounts with their tokens; a table counts them', async () => {
  const { accounts } = await json('list');
  expect(accounts[0]).toMatchObject({ id: 1, name: 'main', under: null, state: 'enabled', last_used: null });
  expect(accounts[0].tokens).toEqual([
    expect.objectContaining({ label: 'data folder', scope: 'admin', created: ISO, expires: null, state: 'works' }),
  ]);
  const { stdout } = await recon('list', '-o', 'csv', '--fields', 'name,state,tokens');
  expect(stdout).toBe('name,state,tokens\r\nmain,enabled,1\r\ndr-silva,enabled,1\r\n');
  const table = (await recon('tokens', 'list', 'main', '-o', 'table')).stdout;
  expect(table).toMatch(/ID +ACCOUNT +LABEL +SCOPE +CREATED +EXPIRES +LAST_USED +STATE/);
  expect(table).toMatch(/1 +main +data folder +admin +\d{4}-\d\d-\d\d \d\d:\d\d +works/);
});

test('that the patients of a disabled account are seen by nobody was not told', async () => {
  const token = (await recon('add', 'with-patients')).stdout.trim();
  await service.send('POST', '/patients', { token, form: { 'patient[name]': 'Ana Sample' } });
  const unseen = '1 patient is kept, and seen by nobody until then';
  for (const flag of ['--dry-run', '--yes']) {
    expect((await recon('disable', 'with-patients', flag)).stderr).toContain(unseen);
  }
});

test('an account is disabled and enabled', async () => {
  const token = (await recon('add', 'desk')).stdout.trim();
  const disabled = await recon('disable', 'desk', '--yes');
  expect(disabled).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('Account desk is disabled'),
  });
  expect(await status(token)).toBe(401);
  expect((await json('list')).accounts.at(-1)).toMatchObject({ name: 'desk', state: 'disabled' });
  expect((await json('tokens', 'list', 'desk')).tokens).toMatchObject([{ state: 'account disabled' }]);
  expect((await recon('enable', 'desk')).exitCode).toBe(0);
  expect(await status(token)).toBe(200);
});

test.each(['delete', 'remove', 'close'])('accounts %s leads to what closes an account', async (word) => {
  const { exitCode, stderr } = await recon(word, 'dr-silva');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^ {2}Try: recon accounts disable dr-silva\b.* \(an account is never deleted, /m);
  const { stdout } = await runMain(['accounts', 'disable', '--help'], home.environment);
  expect(stdout).toContain('recon patients export --to FOLDER');
});

test('a rehearsal changes nothing', async () => {
  // When a token was used last is noted a moment later.
  const tokens = async () =>
    (await json('tokens', 'list', '--all')).tokens.map(({ last_used, ...one }: { last_used: unknown }) => one);
  const before = await tokens();
  for (const args of [
    ['disable', 'main'],
    ['enable', 'main'],
    ['tokens', 'add', 'main', '--label', 'x', '--scope', 'read'],
    ['tokens', 'revoke', 'main', 'data folder'],
  ]) {
    expect(await recon(...args, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Would/),
    });
  }
  expect(await tokens()).toEqual(before);
  expect((await json('list')).accounts[0].state).toBe('enabled');
});

test('a dry run tells what an account and a token would be', async () => {
  const said = async (...args: string[]) => (await recon(...args, '--dry-run')).stderr;
  const token = 'with a token of scope write that works until it is revoked';
  expect(await said('add', 'new-one')).toBe(`Would add account new-one, a main account, ${token}\n`);
  expect(await said('add', 'new-one', '--under', 'main', '--quota', '5GB', '--max-patients', '9')).toBe(
    `Would add account new-one, a sub account of main, for at most 5GB and 9 patients, ${token}\n`,
  );
  const adding = ['tokens', 'add', 'main', '--label', 'x', '--scope', 'read'];
  expect(await said(...adding)).toBe(
    'Would add a token "x" of scope read to account main; it would work until it is revoked\n',
  );
  expect(await said(...adding, '--expires', '90d')).toMatch(/; it would work until [A-Z][a-z]+day \d{4}-\d\d-\d\d /);
});

test.each([
  [['add', 'main'], 'there is an account "main" already'],
  [['add', 'new-one', '--under', 'nobody'], 'there is no account "nobody"'],
  [['add', '-'], 'cannot be an account'],
  [['update', 'nobody', '--quota', '5GB'], 'there is no account "nobody"'],
  [['enable', 'nobody'], 'there is no account "nobody"'],
  [['disable', 'nobody'], 'there is no account "nobody"'],
  [['token', 'nobody'], 'there is no account "nobody"'],
  [['tokens', 'add', 'nobody', '--label', 'x', '--scope', 'read'], 'there is no account "nobody"'],
  [['tokens', 'add', 'main', '--label', 'data folder', '--scope', 'read'], 'has a token "data folder" already'],
  [['tokens', 'revoke', 'nobody', 'x'], 'there is no account "nobody"'],
  [['tokens', 'revoke', 'main', 'nothing'], 'has no token "nothing"'],
])('a dry run said that it would do what is refused: %j', async (args, why) => {
  const told = await recon(...args, '--dry-run');
  const done = await recon(...args, ...(/^(tokens revoke|token$|disable)/.test(args.join(' ')) ? ['--yes'] : []));
  expect(told).toEqual({ ...done, stderr: expect.stringContaining(why) });
  expect(told.exitCode).toBeGreaterThan(0);
});

test('a mistyped name of an account is answered with the near ones', async () => {
  await recon('add', 'near-clinic');
  await recon('add', 'near-desk', '--under', 'near-clinic');
  for (const [args, near] of [
    [['add', 'new-one', '--under', 'near-clinc'], 'did you mean near-clinic?'],
    [['disable', 'near-dsek'], 'did you mean near-desk?'],
    [['token', 'near-dsek', '--yes'], 'did you mean near-desk?'],
    [['tokens', 'revoke', 'near-dsek', 'default'], 'did you mean near-desk?'],
    [['update', 'near-dsek', '--quota', '5GB'], 'did you mean near-desk?'],
  ] as const) {
    const { exitCode, stderr } = await recon(...args);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/there is no account ".*"; did you mean [^ ]*\?\n.*accounts list/),
    ]);
    expect(stderr).toContain(near);
  }
  // Only a main account can have sub accounts.
  expect((await recon('add', 'new-one', '--under', 'near-dsek')).stderr).not.toContain('near-desk');
  const audit = await runMain(
    ['audit', 'list', '--account', 'near-dsek', '--data', service.dataFolder],
    home.environment,
  );
  expect([audit.exitCode, audit.stderr]).toEqual([3, expect.stringContaining('did you mean near-desk?')]);
});

test.each([
  [['tokens', 'add', 'main', '--scope', 'read'], 2, "required option '--label <text>' not specified"],
  [['tokens', 'add', 'main', '--label', 'x'], 2, "required option '--scope <scope>' not specified"],
  [['tokens', 'add', 'main', '--label', 'x', '--scope', 'all'], 2, 'read, write, admin'],
  [['tokens', 'add', 'main', '--label', 'x', '--scope', 'read', '--expires', '90'], 2, '--expires is "90"'],
  [['tokens', 'add', 'main', '--label', 'x', '--scope', 'read', '--expires', '60s'], 2, 'from 1m up to 3650d'],
  [['tokens', 'add', 'main', '--label', '7', '--scope', 'read'], 2, 'cannot be a token’s label'.replace('’', "'")],
  [['tokens', 'add', 'main', '--label', 'data folder', '--scope', 'read'], 5, 'already'],
  [['tokens', 'add', 'nobody', '--label', 'x', '--scope', 'read'], 3, 'there is no account "nobody"'],
  [['disable', 'nobody', '--dry-run'], 3, 'there is no account "nobody"'],
  [['tokens', 'list', 'nobody'], 3, 'there is no account "nobody"'],
  [['tokens', 'revoke', 'main', 'nothing'], 3, 'has no token "nothing"'],
  [['disable', 'nobody'], 3, 'there is no account "nobody"'],
])('%j is %i', async (args, exitCode, says) => {
  expect(await recon(...args)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(says) });
});

test('a token typed in the place of its label is told nowhere, and a label that looks like one is taken', async () => {
  const pasted = 'rcn_0123456789abcdefghijklmnop';
  for (const [more, exitCode] of [
    ['--yes', 3],
    ['--dry-run', 3],
  ] as const) {
    const told = await recon('tokens', 'revoke', 'main', pasted, more);
    expect(told).toMatchObject({ exitCode, stderr: expect.stringContaining('"rcn_…"') });
    expect(told.stderr).not.toContain(pasted);
  }
  const label = 'workstation-reception-2026';
  await recon('tokens', 'add', 'main', '--label', label, '--scope', 'read');
  expect(await recon('tokens', 'revoke', 'main', label, '--yes')).toMatchObject({ exitCode: 0 });
});

test('the folder of the service on this machine stays known after a logout and a login to its address', async () => {
  const own = await makeHome();
  const run = (...args: string[]) => runMain(args, own.environment);
  const config = join(own.folder, '.config', 'recon', 'config.json');
  const names = async () =>
    JSON.parse((await run('accounts', 'list', '--json')).stdout || '{}').accounts?.map(
      ({ name }: { name: string }) => name,
    );
  try {
    const tokenFile = join(service.dataFolder, 'token');
    const local = { 'base-url': service.url, 'token-file': tokenFile };
    await mkdir(dirname(config), { recursive: true });
    await writeFile(config, JSON.stringify({ version: 1, profile: 'local', profiles: { local } }));
    await run('logout');
    expect(await names()).toContain('main');
    const out = await run('list');
    expect([out.exitCode, out.stderr]).toEqual([4, expect.stringContaining(`keeps its token in ${tokenFile}`)]);
    expect((await run('doctor')).stdout).toMatch(/not logged in[\s\S]*can be reached/);
    const login = ['login', '--base-url', service.url, '--token-stdin', '--insecure-storage'];
    expect(await runMain(login, own.environment, await readFile(tokenFile, 'utf8'))).toMatchObject({ exitCode: 0 });
    expect(await names()).toContain('main');
    // At another address it is another service.
    await run('config', 'set', 'base-url', 'https://other.example');
    expect(JSON.parse(await readFile(config, 'utf8')).profiles.local).toEqual({
      'base-url': 'https://other.example',
      logins: expect.stringContaining('http://127.0.0.1:'),
    });
  } finally {
    await own.remove();
  }
});

test('who ends the token of the data folder is told, and what makes another one', async () => {
  const own = await openService();
  const ownHome = await makeHome();
  try {
    const at = ['--data', own.dataFolder];
    const ended = await runMain(['accounts', 'token', 'main', '--yes', ...at], ownHome.environment);
    expect(ended.stderr).toContain('\nThe token in the data folder is ended too. Start the service again');
    const again = await runMain(['accounts', 'token', 'main', '--yes', ...at], ownHome.environment);
    expect(again.stderr).not.toContain('data folder');

    const local = { 'base-url': own.url, 'token-file': join(own.dataFolder, 'token') };
    await mkdir(join(ownHome.folder, '.config', 'recon'), { recursive: true });
    await writeFile(
      join(ownHome.folder, '.config', 'recon', 'config.json'),
      JSON.stringify({ version: 1, profile: 'local', profiles: { local } }),
    );
    const refused = await runMain(['list'], ownHome.environment);
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      expect.stringMatching(/Try: stop the service and start it again, which makes a new token: recon serve --data /),
    ]);
    await own.restart({ port: Number(new URL(own.url).port) });
    expect(await runMain(['list'], ownHome.environment)).toMatchObject({ exitCode: 0 });
    const revoked = await runMain(
      ['accounts', 'tokens', 'revoke', 'main', 'data folder', '--yes', ...at],
      ownHome.environment,
    );
    expect(revoked.stderr).toContain('The token in the data folder is ended too.');
  } finally {
    await Promise.all([own.close(), ownHome.remove()]);
  }
});

describe('whoever shuts this very machine out is told before and after', () => {
  const typed = (environment: Record<string, string>, ...args: string[]) =>
    typeMain(['accounts', ...args, '--data', service.dataFolder], environment, [[/y\/N/, '\r']]);
  let here: ReconHome;
  beforeAll(async () => {
    here = await makeHome();
  });
  afterAll(() => here.remove());

  test('with the token of its login', async () => {
    const token = (await recon('add', 'desk-here')).stdout;
    const login = ['login', '--base-url', service.url, '--token-stdin', '--insecure-storage'];
    expect(await runMain(login, here.environment, token)).toMatchObject({ exitCode: 0 });
    const revoke = ['tokens', 'revoke', 'desk-here', 'default'];
    for (const args of [revoke, ['token', 'desk-here']]) {
      const { exitCode, stderr } = await typed(here.environment, ...args);
      expect([exitCode, stderr]).toEqual([
        130,
        expect.stringMatching(/commands on this machine use this token \(.*\), and are refused,.*[\s\S]*y\/N/),
      ]);
      const scripted = await runMain(['accounts', ...args, '--data', service.dataFolder], here.environment);
      expect([scripted.exitCode, scripted.stderr]).toEqual([2, expect.stringContaining('use this token (')]);
    }
    const disabled = await typed(here.environment, 'disable', 'desk-here');
    expect(disabled.stderr).toMatch(/this machine is logged in as desk-here: commands here are refused too[\s\S]*y\/N/);
    const ended = await runMain(['accounts', ...revoke, '--data', service.dataFolder, '--yes'], here.environment);
    expect([ended.exitCode, ended.stderr]).toEqual([
      0,
      expect.stringMatching(/used a token that is ended now \(.*\), and are refused; with another one: recon login/),
    ]);
    const other = await runMain(['accounts', 'token', 'desk-here', '--data', service.dataFolder], here.environment);
    expect([other.exitCode, other.stderr]).toEqual([0, expect.not.stringContaining('this machine')]);
  });

  test('with the token of the data folder, or of the environment', async () => {
    const { stderr } = await typed(here.environment, 'tokens', 'revoke', 'main', 'data folder');
    expect(stderr).toMatch(/the token in the data folder are refused, until the service is started again[\s\S]*y\/N/);
    const token = (await recon('add', 'desk-set')).stdout.trim();
    const set = { ...here.environment, RECON_TOKEN: token, RECON_BASE_URL: service.url };
    const disable = ['accounts', 'disable', 'desk-set', '--yes', '--data', service.dataFolder];
    expect((await typed(set, 'tokens', 'revoke', 'desk-set', 'default')).stderr).toContain('this token (RECON_TOKEN)');
    expect((await runMain(disable, set)).stderr).toContain('this machine is logged in as desk-set');
  });
});

test('what a main account has itself stands beside what it has with its sub accounts', async () => {
  await recon('add', 'clinic-of-two');
  await recon('add', 'clinic-of-two-sub', '--under', 'clinic-of-two');
  for (const name of ['clinic-of-two', 'clinic-of-two-sub', 'clinic-of-two-sub']) {
    const added = await recon('tokens', 'add', name, '--label', `p${Math.random()}`, '--scope', 'write');
    expect(await status(added.stdout.trim(), 'POST')).toBe(201);
  }
  const { accounts } = await json('list');
  const of = (wanted: string) => accounts.find(({ name }: { name: string }) => name === wanted);
  expect(of('clinic-of-two')).toMatchObject({ patients: 3, own_patients: 1, bytes: 0, own_bytes: 0 });
  expect(of('clinic-of-two-sub')).toMatchObject({ patients: 2, own_patients: 2 });
  const { stdout } = await recon('list', '-o', 'table', '--fields', 'name,patients,own_patients');
  expect(stdout).toMatch(/^clinic-of-two +3 \(1 own\) +1$/m);
  expect((await recon('list', '-o', 'table')).stdout).toMatch(/^\d+ +clinic-of-two .* 3 \(1 own\) +0 kB$/m);
  expect((await recon('list')).stdout).toMatch(/^\d+\tclinic-of-two\t.*\t3\t\t0\t$/m);
});

test('what an account may store is set, shown and taken away', async () => {
  const token = (await recon('add', 'clinic', '--quota', '1.5 GB')).stdout.trim();
  const shown = async () => (await json('list')).accounts.find(({ name }: { name: string }) => name === 'clinic');
  expect(await shown()).toMatchObject({ patients: 0, max_patients: null, bytes: 0, quota: 1_500_000_000 });
  const updated = await recon('update', 'clinic', '--quota', 'none', '--max-patients', '1');
  expect(updated).toMatchObject({ exitCode: 0, stdout: '', stderr: 'The limits of account clinic are changed.\n' });
  expect([await status(token, 'POST'), await status(token, 'POST')]).toEqual([201, 409]);
  expect(await shown()).toMatchObject({ patients: 1, max_patients: 1, bytes: 0, quota: null });
  const less = await recon('update', 'clinic', '--max-patients', '0');
  expect(less.stderr).toContain('Account clinic has 1 patient, who stays; no new one is taken.\n');
  expect((await recon('update', 'clinic', '--max-patients', '1')).stderr).not.toContain('stay');
  await recon('update', 'clinic', '--quota', '20MB');
  const table = (await recon('list', '-o', 'table', '--fields', 'name,patients,max_patients,bytes,quota')).stdout;
  expect(table).toMatch(/clinic +1 +1 +0 kB +20\.0 MB/);
});

test('a limit below what an account stores is told as that', async () => {
  const token = (await recon('add', 'full')).stdout.trim();
  expect((await service.send('POST', '/patients', { token, form: await faceForm() })).status).toBe(201);
  const { bytes } = (await json('list')).accounts.find(({ name }: { name: string }) => name === 'full');
  expect(bytes).toBeGreaterThan(0);
  expect((await recon('update', 'full', '--quota', '1kB')).stderr).toMatch(
    /Account full stores [\d.]+ [kM]B, which stays; new photos are taken once it stores less than 1 kB\./,
  );
  expect((await recon('update', 'full', '--quota', '1GB')).stderr).toBe('The limits of account full are changed.\n');
});

test.each([
  [['--quota', '50'], '--quota is "50"; it must be a size such as 500MB, 50GB or 2TB, or none'],
  [['--quota', '0GB'], '--quota is "0GB"; it must be a size'],
  [['--quota', '5GiB'], '--quota is "5GiB"; it must be a size'],
  [['--max-patients', '-1'], '--max-patients is "-1"; it must be a whole number, or none'],
  [[], 'there is nothing to change'],
])('update %j is refused', async (flags, message) => {
  const { exitCode, stderr } = await recon('update', 'main', ...flags);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a sub account of a disabled main account is shown as such, and enabling it says what is missing', async () => {
  await recon('add', 'group');
  await recon('add', 'group-desk', '--under', 'group');
  const rehearsal = await recon('disable', 'group', '--dry-run');
  expect(rehearsal.stderr).toMatch(
    /^Would disable account group: the tokens of group and of its sub accounts group-desk are refused,/,
  );
  await recon('disable', 'group', '--yes');
  expect((await json('list')).accounts.at(-1)).toMatchObject({ name: 'group-desk', state: 'disabled with group' });
  const rehearsed = await recon('disable', 'group', '--dry-run');
  expect([rehearsed.exitCode, rehearsed.stderr]).toEqual([0, 'Account group is disabled already.\n']);
  const { exitCode, stderr } = await recon('enable', 'group-desk');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('once its main account group is enabled too')]);
});

test('on a terminal no row of a list is wider than it, and no column is empty in every row', async () => {
  const onTerminal = async (...args: string[]) => {
    const typed = ['accounts', ...args, '--data', service.dataFolder];
    const { stand, texts } = standInProcess(typed, { ...home.environment, NO_COLOR: '1' });
    Object.assign(stand.stdout, { isTTY: true, columns: 40 });
    await main(stand);
    return texts.stdout.split('\n');
  };
  await recon('add', 'a name of some words that is rather long', '--max-patients', '9');
  const lines = await onTerminal('list', '--fields', 'id,name,quota,max_patients');
  expect(lines[0]).toMatch(/^ID +NAME +QUOTA +MAX_PATIENTS$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('rather long');
  const [titles] = await onTerminal('tokens', 'list', 'a name of some words that is rather long');
  expect(titles).toMatch(/SCOPE/);
  expect(titles).not.toMatch(/EXPIRES|LAST_USED/);
});

describe('on a terminal, what shuts people out is asked', () => {
  const typed = (answers: readonly Keys[], ...args: string[]) =>
    typeMain(['accounts', ...args, '--data', service.dataFolder], home.environment, answers);
  let token: string;
  beforeAll(async () => {
    token = (await recon('add', 'clinic-asked')).stdout.trim();
    await recon('add', 'desk-asked', '--under', 'clinic-asked');
  });
  const no: Keys[] = [[/y\/N/, '\r']];

  test.each([
    [['token', 'clinic-asked'], 'this token of clinic-asked stops working: "default" (write, '],
    [['tokens', 'revoke', 'clinic-asked', 'default'], 'will be refused: "default" (write, '],
    [
      ['disable', 'clinic-asked'],
      'the tokens of clinic-asked and of its sub accounts desk-asked are refused, and their links for patients and their pictures do not open, until clinic-asked is enabled again',
    ],
  ])('%j says whom, and a no changes nothing', async (args, whom) => {
    const left = await typed(no, ...args);
    expect(left).toMatchObject({ exitCode: 130, asked: 1, stdout: '', stderr: expect.stringContaining(whom) });
    expect(await status(token)).toBe(200);
  });

  test.each([
    ['token', 'clinic-asked'],
    ['tokens', 'revoke', 'clinic-asked', 'default'],
    ['disable', 'clinic-asked'],
  ])('in a script %s %s %s needs --yes, and nobody is shut out without it', async (...args) => {
    const { exitCode, stdout, stderr } = await recon(...args.filter((one) => one !== undefined));
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      / without being asked, --yes is needed\n {2}.*clinic-asked.*\n {2}Try: the same command with --yes\n$/,
    );
    expect(await status(token)).toBe(200);
  });

  test('a script that shuts nobody out needs no --yes', async () => {
    await recon('add', 'clinic-closed');
    await recon('tokens', 'revoke', 'clinic-closed', 'default', '--yes');
    expect(await recon('token', 'clinic-closed')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^rcn_/),
    });
    expect((await recon('disable', 'clinic-closed', '--yes')).exitCode).toBe(0);
    expect((await recon('disable', 'clinic-closed')).exitCode).toBe(0);
  });

  test('a yes and --yes do it', async () => {
    const renewed = await typed([[/y\/N/, 'y\r']], 'token', 'clinic-asked');
    expect(renewed).toMatchObject({ exitCode: 0, asked: 1 });
    expect(await status(token)).toBe(401);
    expect(await typed([], 'disable', 'clinic-asked', '--yes')).toMatchObject({ exitCode: 0, asked: 0 });
  });
});

test('a new token is one object in JSON, and works', async () => {
  const TOKEN = expect.stringMatching(/^rcn_[\w-]{43}$/);
  const added = await json('add', 'dr-json');
  expect(added).toEqual({ name: 'dr-json', token: TOKEN, expires: null });
  expect(await status(added.token)).toBe(200);
  const renewed = await recon('token', 'dr-json', '--yes', '-o', 'json');
  expect(renewed.stdout).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(renewed.stdout)).toEqual({ name: 'dr-json', token: TOKEN, expires: null });
  expect(await status(JSON.parse(renewed.stdout).token)).toBe(200);
  const second = await json('tokens', 'add', 'dr-json', '--label', 'desk', '--scope', 'read');
  expect(second).toEqual({ name: 'dr-json', label: 'desk', token: TOKEN, expires: null });
  expect((await recon('token', 'dr-json', '--yes')).stdout).toMatch(/^rcn_[\w-]{43}\n$/);
});

test.each([
  ['others can read', 0o644, 1],
  ['is closed', 0o600, 0],
])('of a token that goes to a file that %s it is said where it is, and who reads it', async (_, mode, warnings) => {
  const path = join(home.folder, `token-${mode}`);
  const file = await open(path, 'w');
  await chmod(path, mode);
  const args = ['accounts', 'add', `kept-${mode}`, '--data', service.dataFolder];
  const { stand, texts } = standInProcess(args, home.environment);
  Object.assign(stand.stdout, { fd: file.fd });
  expect(await main(stand)).toBe(0);
  await file.close();
  expect(await readFile(path, 'utf8')).toMatch(/^rcn_[\w-]{43}\n$/);
  expect(texts.stderr).toContain(
    'works until it is revoked, and is in the file that the output goes to; it is shown nowhere again',
  );
  expect(texts.stderr).not.toContain('shown only now');
  expect(texts.stderr.match(/warning: others on this computer can read that file/g) ?? []).toHaveLength(warnings);
});

test('a token of a disabled account is told not to work, and doctor names the account', async () => {
  const own = await openService();
  try {
    const typed = (...args: string[]) => runMain([...args, '--data', own.dataFolder], home.environment);
    const add = () => typed('accounts', 'tokens', 'add', 'main', '--label', 'desk', '--scope', 'write');
    await typed('accounts', 'add', 'branch', '--under', 'main');
    expect((await typed('accounts', 'disable', 'main', '--yes')).exitCode).toBe(0);
    const enable = /does not work yet: the account main is disabled; .*recon accounts enable main/;
    for (const made of [
      await add(),
      await typed('accounts', 'token', 'main', '--yes'),
      await typed('accounts', 'token', 'branch', '--yes'),
    ]) {
      expect(made).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(enable) });
    }
    const looked = await typed('doctor', '--json');
    const tokens = JSON.parse(looked.stdout).findings.find(({ about }: { about: string }) => about === 'tokens');
    expect(tokens).toMatchObject({
      found: 'none works; the account main is disabled',
      fix: expect.stringMatching(/^recon accounts enable main\b/),
    });
    await typed('accounts', 'enable', 'main');
    expect((await typed('accounts', 'token', 'main', '--yes')).stderr).not.toContain('disabled');
  } finally {
    await own.close();
  }
});

test('a new token did not tell until when it works', async () => {
  const ends = await json('tokens', 'add', 'main', '--label', 'ends', '--scope', 'read', '--expires', '30d');
  const { tokens } = await json('tokens', 'list', 'main');
  const listed = tokens.find(({ label }: { label: string }) => label === 'ends');
  expect(ends).toMatchObject({ expires: listed.expires });
  const again = await recon('tokens', 'add', 'main', '--label', 'ends too', '--scope', 'read', '--expires', '30d');
  expect(again.stderr).toMatch(
    /^The access token "ends too" of main works until [A-Z][a-z]+ \d{4}-\d\d-\d\d \d\d:\d\d \S+, and is shown only now:$/m,
  );
  const added = await recon('add', 'dr-endless');
  expect(added.stderr).toContain('Its access token works until it is revoked, and is shown only now:\n');
  const renewed = await recon('token', 'dr-endless', '--yes');
  expect(renewed.stderr).toContain('The new one works until it is revoked, and is shown only now:\n');
  for (const label of ['ends', 'ends too']) await recon('tokens', 'revoke', 'main', label, '--yes');
});

test('a login did not tell until when its token works', async () => {
  const desk = await makeHome();
  onTestFinished(desk.remove);
  const login = async (token: string) => {
    const args = ['login', '--base-url', service.url, '--token-stdin', '--insecure-storage'];
    return (await runMain(args, desk.environment, token)).stderr;
  };
  const add = ['tokens', 'add', 'main', '--label', 'for a login', '--scope', 'read'];
  const { token } = await json(...add, '--expires', '30d');
  expect(await login(token)).toMatch(/^The token works until \d{4}-\d\d-\d\d \d\d:\d\d\.$/m);
  await recon('tokens', 'revoke', 'main', 'for a login', '--yes');
  expect(await login((await json(...add)).token)).not.toContain('works until');
  await recon('tokens', 'revoke', 'main', 'for a login', '--yes');
});

test('whoever adds an account was not told that it sees no patients of others, and what does', async () => {
  const args = ['accounts', 'add', 'dr-alone', '--data', service.dataFolder];
  const { exitCode, stderr } = await typeMain(args, home.environment, []);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(
      `dr-alone sees no patients of other accounts; a token for somebody who is to see those of main:\n  recon accounts tokens add main --label dr-alone --scope write --expires 90d --data ${service.dataFolder}\n`,
    ),
  });
  const under = await typeMain(
    ['accounts', 'add', 'dr-given', '--under', 'main', ...args.slice(3)],
    home.environment,
    [],
  );
  expect(under.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'dr-given sees no patients of other accounts; main gives it some: recon transfer PATIENT --to dr-given ',
  );
  expect(under.stderr).not.toContain('tokens add');
  // A script has asked for an account.
  expect((await recon('add', 'dr-scripted', '--under', 'main')).stderr).not.toContain('sees no patients');
  const { stdout } = await runMain(['accounts', '--help'], home.environment);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('add an account, which sees no patients of others,');
});
