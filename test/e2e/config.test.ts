import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toldBy } from '../support/doctor-findings.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const file = () => join(home.folder, '.config/recon/config.json');

test('set, get, list and unset', async () => {
  expect(await home.recon(['config', 'set', 'timeout', '20s'])).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: 'Set timeout to 20s in profile default\n',
  });
  expect(await home.recon(['config', 'get', 'timeout'])).toMatchObject({ exitCode: 0, stdout: '20s\n', stderr: '' });
  expect((await stat(file())).mode & 0o777).toBe(0o600);

  const list = await home.recon(['config', 'list'], {
    env: { RECON_TIMEOUT: '5s', RECON_BASE_URL: 'https://a.example/' },
  });
  expect(list.stdout.split('\n')).toEqual([
    'base-url\thttps://a.example/\tRECON_BASE_URL',
    'profile\tdefault\tdefault',
    'ca-file\t\tnot set',
    'timeout\t5s\tRECON_TIMEOUT',
    'wait-timeout\t30m\tdefault',
    'quiet-period\t180s\tdefault',
    'jobs\t4\tdefault',
    'output\t\tnot set',
    'color\tauto\tdefault',
    'clinic\t\tnot set',
    'language\ten\tdefault',
    '',
  ]);
  // One value that is wrong ended it before.
  const wrong = await home.recon(['config', 'list'], { env: { RECON_WAIT_TIMEOUT: 'abc' } });
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('RECON_WAIT_TIMEOUT "abc" is not a') });
  // A program was not told which one it is.
  const asJson = await home.recon(['config', 'list', '--json'], { env: { RECON_WAIT_TIMEOUT: 'abc' } });
  const { settings } = JSON.parse(asJson.stdout) as { settings: { key: string; problem: string | null }[] };
  expect(settings.flatMap(({ key, problem }) => (problem === null ? [] : [[key, problem]]))).toEqual([
    ['wait-timeout', expect.stringContaining('"abc" is not a')],
  ]);
  // Of two, only the first one was told.
  const env = { RECON_TIMEOUT: '5x', RECON_WAIT_TIMEOUT: 'abc' };
  const both = await home.recon(['config', 'list', '-o', 'table'], { env });
  expect(both).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(
      /^recon: RECON_TIMEOUT "5x" is not a .*\n {2}RECON_WAIT_TIMEOUT "abc" is not a .*\n {2}Try: another value where it is set/,
    ),
  });
  expect(both.stdout).toMatch(
    /^timeout +5x \(wrong\) +RECON_TIMEOUT\nwait-timeout +abc \(wrong\) +RECON_WAIT_TIMEOUT$/m,
  );
  expect(wrong.stdout).toContain('timeout\t20s\tprofile "default"\nwait-timeout\tabc\tRECON_WAIT_TIMEOUT\n');
  const timeout = await home.recon(['config', 'get', 'timeout'], { env: { RECON_WAIT_TIMEOUT: 'abc' } });
  expect(timeout).toMatchObject({ exitCode: 0, stdout: '20s\n' });
  expect(await home.recon(['config', 'get', 'wait-timeout'], { env: { RECON_WAIT_TIMEOUT: 'abc' } })).toMatchObject({
    ...{ exitCode: 2, stdout: '' },
    stderr: expect.stringContaining('RECON_WAIT_TIMEOUT "abc" is not a'),
  });
  expect((await home.recon(['config', 'unset', 'timeout'])).exitCode).toBe(0);
  expect(await home.recon(['config', 'get', 'timeout'])).toMatchObject({ exitCode: 3, stdout: '' });
});

test('a setting that is not set has no value for programs, and a person is told what holds', async () => {
  const json = JSON.parse((await home.recon(['config', 'list', '--json'])).stdout) as { settings: object[] };
  expect(json.settings).toContainEqual({ key: 'clinic', value: null, from: 'not set' });
  const { stdout } = await home.recon(['config', 'list', '-o', 'table']);
  expect(stdout).toMatch(/^clinic +no name on cards and prints +not set$/m);
  expect(stdout).toMatch(/^timeout +the usual limit of each kind of request +not set$/m);
});

test('the certificates of a variable are told with the setting that they count beside', async () => {
  const caFile = async (...args: string[]) => {
    const { stdout } = await home.recon(['config', 'list', ...args], { env: { NODE_EXTRA_CA_CERTS: 'ca.pem' } });
    return /^ca-file.*$/m.exec(stdout)?.[0];
  };
  expect(await caFile()).toBe('ca-file\t\tnot set');
  expect(await caFile('-o', 'table')).toMatch(/those of this machine, those in ca\.pem +NODE_EXTRA_CA_CERTS$/);
  await mkdir(join(home.folder, '.config/recon'), { recursive: true });
  await writeFile(file(), JSON.stringify({ version: 1, profile: 'a', profiles: { a: { 'ca-file': '/b.pem' } } }), {
    mode: 0o600,
  });
  expect(await caFile('-o', 'table')).toMatch(/^ca-file +\/b\.pem +profile "a", and NODE_EXTRA_CA_CERTS$/);
});

test.each(['environment', 'config'])('the help of %s names all variables that hold for all users', async (topic) => {
  const help = await home.recon(topic === 'config' ? ['config', '--help'] : ['help', topic]);
  expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'they go before a user’s settings. The certificates of NODE_EXTRA_CA_CERTS are trusted beside those of a user’s ca-file.',
  );
});

test('flag, then environment, then profile, then default', async () => {
  await home.recon(['config', 'set', 'output', 'json']);
  const timeout = async (args: string[], env = {}) => {
    const { stdout } = await home.recon(['config', 'list', ...args], { env });
    const { settings } = JSON.parse(stdout) as { settings: { key: string; value: string; from: string }[] };
    return settings.find(({ key }) => key === 'timeout');
  };
  await home.recon(['config', 'set', 'timeout', '20s']);
  expect(await timeout([])).toEqual({ key: 'timeout', value: '20s', from: 'profile "default"' });
  expect(await timeout([], { RECON_TIMEOUT: '10s' })).toMatchObject({ from: 'RECON_TIMEOUT' });
  expect(await timeout(['--timeout', '1s'], { RECON_TIMEOUT: '10s' })).toMatchObject({ from: '--timeout' });
});

test.each([
  [['set', 'timout', '1s'], 'there is no setting "timout"'],
  [['set', 'accessible', '1'], 'set the variable ACCESSIBLE=1 in the environment'],
  [['set', 'screen-reader', 'on'], 'how that is done: recon help screen-reader'],
  [
    ['set', 'no-color', '1'],
    /^ {2}Try: recon config set color never \(in this profile; NO_COLOR=1 in the environment is for all\)$/m,
  ],
  [['set', 'NO_COLOUR', '1'], 'recon config set color never'],
  [['set', 'timeout', 'soon'], 'timeout "soon" is not a duration; write it like 500ms, 2s, 3m or 1h'],
  [['set', 'base-url', 'http://clinic.example'], 'should begin with https://'],
  [['set', 'ca-file', 'nothing.pem'], /^recon: ca-file "\/.*\/nothing\.pem" does not exist$/m],
  [['set', 'ca-file', '.'], / is a folder, not a file$/m],
  [['set', 'jobs', '1000'], 'is not a whole number from 1 to 64'],
  [['set', 'profile', 'nobody'], 'there is no profile "nobody"'],
])('config %j is refused', async (args, message) => {
  const attempt = await home.recon(['config', ...args]);
  expect(attempt).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(message) });
  await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('commands that set different keys at the same time all succeed', async () => {
  const profiles = Array.from({ length: 8 }, (_, at) => `clinic-${at}`);
  const runs = await Promise.all(
    profiles.map((name) => home.recon(['config', 'set', 'timeout', '9s', '--profile', name])),
  );
  expect(runs.map(({ exitCode }) => exitCode)).toEqual(profiles.map(() => 0));
  const stored = JSON.parse(await readFile(file(), 'utf8')) as { profiles: object };
  expect(Object.keys(stored.profiles).sort()).toEqual(profiles);
});

test('a broken file stays, and each command names it, doctor too', async () => {
  await mkdir(join(file(), '..'), { recursive: true });
  await writeFile(file(), '{"version":1,');
  const message = `the settings file ${file()} cannot be understood`;
  for (const typed of [
    ['patients', 'list'],
    ['config', 'list'],
    ['config', 'set', 'jobs', '2'],
    ['patients', 'list'],
  ]) {
    const refused = await home.recon([...typed, '--json']);
    expect(refused).toMatchObject({ exitCode: 12, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'storage', exit: 12, message } });
  }
  const doctor = toldBy(await home.recon(['doctor', '--json']));
  expect(doctor).toMatchObject({ exitCode: 7, wrong: [{ about: 'settings', found: message }] });
  expect(await readFile(file(), 'utf8')).toBe('{"version":1,');
});

test('doctor does not call settings readable that are not there', async () => {
  const { all } = toldBy(await home.recon(['doctor', '--json']));
  const found = `nothing is set yet: ${file()} is not there`;
  expect(all.find(({ about }) => about === 'settings')).toMatchObject({ state: 'ok', found });
});

test('a dry run changes nothing', async () => {
  expect(await home.recon(['config', 'set', 'timeout', '20s', '--dry-run'])).toMatchObject({ exitCode: 0 });
  expect(await home.recon(['config', 'set', 'timeout', 'x', '--dry-run'])).toMatchObject({ exitCode: 2 });
  await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
});
