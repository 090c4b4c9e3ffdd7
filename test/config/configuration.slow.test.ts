import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/config/configuration.ts';
import type { Keyring } from '../../src/config/keyring.ts';
import type { SettingSources } from '../../src/config/settings.ts';
import { faultyKeyring, workingKeyring } from './keyrings/keyrings.ts';
import { temporaryHome } from './temporary-home.ts';

const TOKEN = 'rcn_canary0123456789abcdef';

async function machine({ keyring: given }: { keyring?: Keyring } = {}) {
  const { home } = await temporaryHome();
  const keyring = given ?? (await workingKeyring(home)).keyring;
  const warnings: string[] = [];
  const open = (flags: SettingSources['flags'] = {}, environment: Record<string, string> = {}) =>
    openConfiguration({
      onWarning: (sentence) => warnings.push(sentence),
      environment: { HOME: home, ...environment },
      platform: 'linux',
      flags: () => flags,
      keyring,
    });
  const login = async (baseUrl: string, flags: SettingSources['flags'] = {}) => {
    const target = (await open(flags).loginTarget(baseUrl))!;
    await open(flags).keepLogin(target, TOKEN, false);
    return target;
  };
  return { home, open, login, warnings };
}

test('nothing configured: not logged in, and both ways on', async () => {
  const { open } = await machine();
  await expect(open().connection()).rejects.toMatchObject({
    code: 'not_logged_in',
    details: [
      { before: expect.any(String), command: ['serve'] },
      { before: expect.any(String), command: ['login', '--base-url', 'URL'] },
    ],
  });
  expect(await open().loginTarget()).toBeUndefined();
});

test('a token of the environment without an address is told apart from a machine that is not set up', async () => {
  const { open } = await machine();
  for (const name of ['RECON_TOKEN_FILE', 'RECON_TOKEN']) {
    await expect(open({}, { [name]: '/var/lib/recon/token' }).connection()).rejects.toMatchObject({
      code: 'not_logged_in',
      message: `no service is named: ${name} is set, and RECON_BASE_URL is not`,
      hint: expect.stringContaining('RECON_BASE_URL=URL'),
    });
  }
});

test('a login is found by the next command', async () => {
  const { open, login } = await machine();
  expect(await login('https://clinic.example/api/')).toMatchObject({ profile: 'default', becomesDefault: true });
  expect(await open().connection()).toMatchObject({
    baseUrl: 'https://clinic.example/api',
    origin: 'https://clinic.example',
    profile: 'default',
    token: TOKEN,
  });
});

test('a second service gets a profile of its own, and the first stays as it was', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  expect(await login('https://other.example:8443')).toMatchObject({ profile: 'other.example-8443' });
  expect(await open().connection()).toMatchObject({ origin: 'https://other.example:8443' });
  expect(await open({ profile: 'default' }).connection()).toMatchObject({ origin: 'https://clinic.example' });
});

test('a named profile is the one filled, and does not become the default', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  expect(await login('https://other.example', { profile: 'second' })).toMatchObject({ becomesDefault: false });
  expect(await open().connection()).toMatchObject({ origin: 'https://clinic.example' });
  expect(await open({}, { RECON_PROFILE: 'second' }).connection()).toMatchObject({ origin: 'https://other.example' });
});

test('a token is not sent to another base URL', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  await expect(open({ 'base-url': 'https://clinic.example.evil.example' }).connection()).rejects.toMatchObject({
    code: 'not_logged_in',
    message: 'not logged in to https://clinic.example.evil.example',
    details: ['the token of profile default belongs to https://clinic.example, and is sent nowhere else'],
  });
  expect(await open({ 'base-url': 'https://clinic.example/v2' }).connection()).toMatchObject({ token: TOKEN });
});

test('a profile that is typed is never passed over for another service that the environment names', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  await login('https://test.example', { profile: 'test' });
  const environment = { RECON_BASE_URL: 'https://clinic.example/api', RECON_TOKEN: TOKEN };
  await expect(open({ profile: 'test' }, environment).connection()).rejects.toMatchObject({
    code: 'usage',
    message: '--profile test means https://test.example, and RECON_BASE_URL names https://clinic.example',
    hint: 'the same without --profile for https://clinic.example, or with RECON_BASE_URL unset for https://test.example',
  });
  // A slip of the name is no other service.
  await expect(open({ profile: 'tset' }, environment).connection()).rejects.toMatchObject({
    code: 'usage',
    message: 'there is no profile "tset"; did you mean test?',
  });
  for (const chosen of [
    open({ profile: 'default' }, environment),
    open({}, { ...environment, RECON_PROFILE: 'test' }),
  ]) {
    expect(await chosen.connection()).toMatchObject({ origin: 'https://clinic.example', token: TOKEN });
  }
});

test('where another profile is of the service that is asked, it is named', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  await login('https://test.example', { profile: 'test' });
  await expect(open({}, { RECON_BASE_URL: 'https://test.example' }).connection()).rejects.toMatchObject({
    code: 'not_logged_in',
    details: [
      'the token of profile default belongs to https://clinic.example, and is sent nowhere else',
      { before: 'or, to log in there anew', command: ['login', '--base-url', 'https://test.example'] },
    ],
    hint: 'the same command with --profile test, which is of this service',
  });
});

test('an unknown profile is named, with those there are', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  await expect(open({ profile: 'clinc' }).connection()).rejects.toMatchObject({
    code: 'usage',
    message: 'there is no profile "clinc"',
    details: ['profiles: default'],
  });
});

test('the service of this machine becomes profile local, and the default where none exists', async () => {
  const { home, open, login } = await machine();
  await writeFile(join(home, 'token'), `${TOKEN}\n`);
  const service = { baseUrl: 'http://127.0.0.1:4747', tokenFile: join(home, 'token') };
  expect(await open().saveLocalService(service)).toEqual({ isDefault: true });
  expect(await open().connection()).toMatchObject({ profile: 'local', token: TOKEN });
  await expect(open({ 'base-url': 'http://127.0.0.1:4748' }).connection()).rejects.toMatchObject({
    code: 'not_logged_in',
  });

  expect(await login('https://clinic.example')).toMatchObject({ profile: 'clinic.example' });
  expect(await open().saveLocalService(service)).toEqual({ isDefault: false });
  expect(await open().connection()).toMatchObject({ origin: 'https://clinic.example' });
});

test('a start of the service took the login of somebody who had another account', async () => {
  const { home, open } = await machine();
  await writeFile(join(home, 'token'), `${TOKEN}\n`);
  const service = { baseUrl: 'http://127.0.0.1:4747', tokenFile: join(home, 'token') };
  await open().saveLocalService(service);
  const own = `${TOKEN}own`;
  await open().keepLogin((await open().loginTarget())!, own, false);
  expect(await open().connection()).toMatchObject({ profile: 'local', token: own });
  expect(await open().saveLocalService(service)).toEqual({ isDefault: true, ownLogin: 'kept' });
  expect(await open().connection()).toMatchObject({ profile: 'local', token: own });
  // A folder that was moved is not there any more.
  const folder = join(home, 'moved');
  const elsewhere = { ...service, tokenFile: join(folder, 'token') };
  expect(await open().saveLocalService(elsewhere)).toEqual({ isDefault: true, ownLogin: 'left' });
  await open().keepLogin((await open().loginTarget())!, own, false);
  expect(await open().saveLocalService(service)).toEqual({ isDefault: true, ownLogin: 'kept' });
  expect(await open().localDataFolder()).toBe(home);
  expect(await open().connection()).toMatchObject({ profile: 'local', token: own });
  // At another address the token would not be sent.
  const moved = { ...service, baseUrl: 'http://127.0.0.1:4748' };
  expect(await open().saveLocalService(moved)).toEqual({ isDefault: true, ownLogin: 'left' });
  expect(await open().connection()).toMatchObject({ profile: 'local', token: TOKEN });
  expect(await open().forgetLogin()).toMatchObject({ profile: 'local' });
  expect(await open().saveLocalService(moved)).toEqual({ isDefault: true });
});

test('what was set before there was any service goes along to the first one', async () => {
  const { home, open } = await machine();
  await open().set('output', 'csv');
  await open().saveLocalService({ baseUrl: 'http://127.0.0.1:4747', tokenFile: join(home, 'token') });
  expect(await open().get('base-url')).toMatchObject({ value: 'http://127.0.0.1:4747' });
  expect(await open().get('output')).toMatchObject({ value: 'csv' });
  expect(await open().localDataFolder()).toBe(home);
});

test('logout takes the token and leaves the settings', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  expect(await open().forgetLogin()).toMatchObject({ profile: 'default', places: [{ kind: 'keyring' }] });
  await expect(open().connection()).rejects.toMatchObject({
    hint: { command: ['login', '--base-url', 'https://clinic.example'] },
  });
  expect(await open().forgetLogin()).toMatchObject({ places: [] });
});

test.each([[false], [true]])(
  'logout takes the tokens of all addresses of a profile (in a file: %s)',
  async (insecure) => {
    const { home, open } = await machine();
    const logIn = async (baseUrl: string) => open().keepLogin((await open().loginTarget(baseUrl))!, TOKEN, insecure);
    await logIn('http://127.0.0.1:5121');
    await open().set('base-url', 'https://localhost:5143');
    await expect(open().connection()).rejects.toMatchObject({ code: 'not_logged_in' });
    await logIn('https://localhost:5143');
    await open().set('base-url', 'http://127.0.0.1:5121');
    expect(await open().connection()).toMatchObject({ token: TOKEN });
    await open().forgetLogin();
    for (const url of ['http://127.0.0.1:5121', 'https://localhost:5143']) {
      await open().set('base-url', url);
      await expect(open().connection(), url).rejects.toMatchObject({ code: 'not_logged_in' });
    }
    const files = await readFile(join(home, '.config', 'recon', 'credentials.json'), 'utf8').catch(() => '');
    expect(files).not.toContain(TOKEN);
  },
);

test('a logout forgot the earlier addresses while the keyring did not answer, and said that no token was here', async () => {
  const working = await workingKeyring((await temporaryHome()).home);
  const keyring = { ...working.keyring };
  const { open, login } = await machine({ keyring });
  const [first, second] = ['https://first.example', 'https://second.example'];
  await login(first);
  await open().set('base-url', second);
  await login(second);
  Object.assign(keyring, faultyKeyring('locked'));
  for (const _ of [1, 2]) {
    expect(await open().forgetLogin()).toMatchObject({ places: [], unsure: [second, first] });
  }
  Object.assign(keyring, working.keyring);
  expect(await open().forgetLogin()).toMatchObject({ places: [{ kind: 'keyring' }, { kind: 'keyring' }], unsure: [] });
  expect(await working.secrets()).toBe('{}');
  Object.assign(keyring, faultyKeyring('locked'));
  expect(await open().forgetLogin()).toMatchObject({ places: [], unsure: [] });
});

test('a logout where the file has the token needs no keyring', async () => {
  const { open } = await machine({ keyring: faultyKeyring('no-service') });
  await open().keepLogin((await open().loginTarget('https://clinic.example'))!, TOKEN, true);
  expect(await open().forgetLogin()).toMatchObject({ places: [{ kind: 'file' }], unsure: [] });
});

test('not logged in to a service on this computer: its own token is named to who can read it, and to nobody else', async () => {
  const { home, open } = await machine();
  const url = 'http://127.0.0.1:4748';
  await open().set('base-url', url);
  const desk = {
    command: ['login', '--base-url', url],
    because: 'with the token that whoever runs the service gave you',
  };
  const refused = (because = desk.because) =>
    expect(open({ profile: 'default' }).connection()).rejects.toMatchObject({
      hint: { ...desk, because },
      details: [],
    });
  await refused();
  const tokenFile = join(home, 'token');
  await writeFile(tokenFile, `${TOKEN}\n`);
  await open().saveLocalService({ baseUrl: url, tokenFile });
  await refused(`the service on this computer keeps its token in ${tokenFile}`);
  await rm(tokenFile);
  await refused();
});

test.each([
  ['RECON_TOKEN_FILE', 'https://clinic.example/api', '(https://clinic.example) and is sent nowhere else'],
  ['RECON_TOKEN', 'https://clinic.example', '(https://clinic.example) and is sent nowhere else'],
  ['RECON_TOKEN', 'ftp://clinic.example', expect.stringMatching(/, which .+, and is sent nowhere$/)],
])('%s that goes with another service (%s) is told, and nothing of a keyring', async (name, named, rest) => {
  const { open } = await machine({ keyring: faultyKeyring('not-installed') });
  const there = open({ 'base-url': 'http://127.0.0.1:4748' }, { [name]: TOKEN, RECON_BASE_URL: named });
  const refusal = await there.connection().catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'not_logged_in',
    message: 'not logged in to http://127.0.0.1:4748',
    hint: 'RECON_BASE_URL=http://127.0.0.1:4748, where that token is of this service',
  });
  const [first] = (refusal as { details: string[] }).details;
  if (typeof rest === 'string') expect(first).toBe(`${name} goes with RECON_BASE_URL ${rest}`);
  else expect(first).toEqual(rest);
  expect(JSON.stringify(refusal)).not.toMatch(/keyring|FOLDER/);
});

test('set, get and unset work on the profile in use', async () => {
  const { open, login } = await machine();
  expect((await open().set('timeout', '20s')).place).toBe('profile default');
  expect(await open().get('timeout')).toMatchObject({ value: 20_000, name: 'profile "default"' });
  expect((await open({ profile: 'second' }).set('timeout', '5s')).place).toBe('profile second');
  expect((await open().set('profile', 'second')).place).toBe('the default profile');
  expect(await open().get('timeout')).toMatchObject({ value: 5_000 });
  expect(await open().unset('timeout')).toBe('profile second');
  expect(await open().get('timeout')).toBeUndefined();
  await login('https://clinic.example');
});

test.each([
  ['set', ['timout', '5s'], 'there is no setting "timout"'],
  ['set', ['timeout', '5'], 'timeout "5" is not a duration; write it like 500ms, 2s, 3m or 1h'],
  ['set', ['profile', 'nobody'], 'there is no profile "nobody"'],
  ['get', ['token'], 'there is no setting "token"'],
] as const)('%s %j is refused', async (verb, args, message) => {
  const { open } = await machine();
  const configuration = open();
  const act = verb === 'set' ? configuration.set(args[0], args[1] ?? '') : configuration.get(args[0]);
  await expect(act).rejects.toMatchObject({ code: 'usage', message });
});

test('a broken stored value can be taken out again', async () => {
  const { open } = await machine();
  await open().set('jobs', '4');
  await writeFile(open().file, '{"version":1,"profile":"default","profiles":{"default":{"jobs":"many"}}}');
  await expect(open().settings()).rejects.toMatchObject({
    code: 'storage',
    hint: { command: ['config', 'unset', 'jobs'] },
  });
  await open().unset('jobs');
  expect(await open().get('jobs')).toMatchObject({ value: 4, from: 'default' });
});

test('config unset profile does not strand on a profile that is not there', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example', { profile: 'clinic' });
  await expect(open().unset('profile')).rejects.toMatchObject({
    code: 'usage',
    message: 'there is no profile "default" to go back to',
    details: ['profiles: clinic'],
    hint: { command: ['config', 'set', 'profile', 'clinic'] },
  });
  expect(await open().connection()).toMatchObject({ profile: 'clinic' });
});

test('config unset profile goes back to the profile default', async () => {
  const { open, login } = await machine();
  await login('https://clinic.example');
  await login('https://other.example');
  expect(await open().connection()).toMatchObject({ profile: 'other.example' });
  await open().unset('profile');
  expect(await open().connection()).toMatchObject({ profile: 'default' });
});

test('settings that an earlier version left without a chosen profile name the way on', async () => {
  const { home, open } = await machine();
  const profiles = { clinic: { 'base-url': 'https://clinic.example' } };
  await open().set('timeout', '5s');
  await writeFile(join(home, '.config/recon/config.json'), JSON.stringify({ version: 1, profiles }));
  await expect(open().connection()).rejects.toMatchObject({
    code: 'not_logged_in',
    message: 'no profile is chosen',
    hint: { command: ['config', 'set', 'profile', 'clinic'] },
  });
});

const GRANT = { login: 'a', issuer: 'https://login.example', clientId: 'recon', accessToken: TOKEN };
const CLIENT = { issuer: GRANT.issuer, clientId: 'recon', scope: 'patients' };

test.each<[string, Record<string, string>]>([
  ['an issuer', { issuer: GRANT.issuer, 'client-id': 'recon', scope: 'patients' }],
  ['a token file', { 'token-file': '/token-of-the-clinic' }],
])('config set base-url to another origin leaves %s behind', async (_what, of) => {
  const { open, login, warnings } = await machine();
  await login('https://clinic.example');
  const stored = async () => JSON.parse(await readFile(open().file, 'utf8')).profiles.default;
  const own = { 'base-url': 'https://clinic.example', jobs: '4', ...of };
  await writeFile(open().file, JSON.stringify({ version: 1, profile: 'default', profiles: { default: own } }));
  await open().set('base-url', 'https://clinic.example/v2');
  expect(await stored()).toEqual({ ...own, 'base-url': 'https://clinic.example/v2' });
  expect(warnings).toEqual([]);
  await open().set('base-url', 'https://other.example');
  const left = 'issuer' in of && { logins: 'https://clinic.example' };
  expect(await stored()).toEqual({ 'base-url': 'https://other.example', jobs: '4', ...left });
  expect(warnings).toEqual(['profile default is not logged in any more: its login was to https://clinic.example']);
});

test('config unset base-url leaves an issuer behind, so no later address gets it', async () => {
  const { open } = await machine();
  const target = (await open().loginTarget('https://clinic.example'))!;
  await open().keepGrant(target, CLIENT, GRANT, false);
  await open().unset('base-url');
  await open().set('base-url', 'https://other.example');
  expect((await open().loginTarget())?.oauth).toBeUndefined();
});

test('a state folder that cannot be written keeps nobody from logging in and out', async () => {
  const { home, open, login, warnings } = await machine();
  await mkdir(join(home, '.local/state'), { recursive: true });
  await writeFile(join(home, '.local/state/recon'), '');
  await login('https://clinic.example');
  const target = (await open().loginTarget('https://clinic.example'))!;
  await open().keepGrant(target, CLIENT, GRANT, false);
  expect(await open().connection()).toMatchObject({ grant: GRANT });
  expect(await open().forgetLogin()).toMatchObject({ places: [{ kind: 'keyring' }], grant: GRANT });
  await open().saveLocalService({ baseUrl: 'http://127.0.0.1:4747', tokenFile: join(home, 'token') });
  expect(await open().localAddress()).toBe('http://127.0.0.1:4747');
  expect(warnings).toEqual(Array(4).fill(expect.stringContaining('erase the names of patients in')));
});
