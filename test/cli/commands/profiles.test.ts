import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openConfiguration } from '../../../src/config/configuration.ts';
import { openJournal } from '../../../src/core/journal/journal.ts';
import { keepSeenTimes } from '../../../src/core/seen-times.ts';
import { toldBy } from '../../support/doctor-findings.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const run = (args: string[], input?: string) => runMain(args, home.environment, input);
const logIn = (profile: string) =>
  run(
    ['login', '--profile', profile, '--base-url', service.url, '--token-stdin', '--insecure-storage'],
    `${service.token}\n`,
  );
const profiles = async () =>
  JSON.parse((await run(['config', 'profiles', '--json'])).stdout).profiles.map(
    (one: { profile: string; default: string | null }) => [one.profile, one.default],
  );

test('profiles are listed, and forgotten with their tokens', async () => {
  expect(await profiles()).toEqual([]);
  for (const name of ['clinic', 'rehearsal', 'spare']) expect(await logIn(name)).toMatchObject({ exitCode: 0 });
  expect(await profiles()).toEqual([
    ['clinic', 'default'],
    ['rehearsal', null],
    ['spare', null],
  ]);
  for (const flags of [[], ['--dry-run']]) {
    const gone = await run(['logout', '--profile', 'nowhere', ...flags]);
    expect([gone.exitCode, gone.stderr]).toEqual([2, expect.stringContaining('there is no profile "nowhere"')]);
  }
  for (const command of [
    ['patients', 'list'],
    ['config', 'set', 'profile', 'nowhere'],
    ['status'],
    ['api', '/patients'],
  ]) {
    const gone = await run(command[0] === 'config' ? command : [...command, '--profile', 'nowhere']);
    expect([command, gone.exitCode, gone.stderr]).toEqual([
      command,
      2,
      expect.stringContaining('there is no profile "nowhere"'),
    ]);
  }
  const slip = await run(['logout', '--profile', 'rehaersal']);
  expect([slip.exitCode, slip.stderr]).toEqual([2, expect.stringContaining('did you mean rehearsal?')]);
  expect(slip.stderr).not.toContain('recon login');
  const dry = await run(['logout', '--profile', 'rehearsal', '--forget', '--dry-run']);
  expect(dry.stderr).toContain('Would forget profile rehearsal');
  expect(await run(['logout', '--profile', 'rehearsal', '--forget'])).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/goes on working\. .*recon accounts tokens revoke ACCOUNT TOKEN/),
  });
  expect(await profiles()).toEqual([
    ['clinic', 'default'],
    ['spare', null],
  ]);
  const last = await run(['logout', '--forget']);
  expect(last).toMatchObject({ exitCode: 0 });
  // The one that is left may be of another service: commands do not go there unasked.
  expect(last.stderr).toContain('No profile is in use now; there is spare. To use one: recon config set profile spare');
  expect(await profiles()).toEqual([['spare', null]]);
  expect((await run(['patients', 'list', '-o', 'id'])).exitCode).toBe(4);
  expect((await run(['config', 'set', 'profile', 'spare'])).exitCode).toBe(0);
  expect((await run(['patients', 'list', '-o', 'id'])).exitCode).toBe(0);
  const unknown = await run(['logout', '--profile', 'rehearsal', '--forget']);
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toContain('there is no profile "rehearsal"');
});

test('who has logged out here is told that, with the line that logs in again; a login ends it', async () => {
  expect((await logIn('leaves')).exitCode).toBe(0);
  const list = () => run(['patients', 'list', '--profile', 'leaves']);
  await run(['logout', '--profile', 'leaves']);
  const out = await list();
  expect(out.exitCode).toBe(4);
  expect(out.stderr).toContain('profile leaves was logged out on this computer');
  expect(out.stderr).not.toContain('unlock it');
  expect(out.stderr).toMatch(/Try: recon login --profile leaves --base-url \S+ --insecure-storage/);
  const forgotten = await run(['completion', '--forget-names', '--profile', 'leaves']);
  expect(forgotten.stderr).toContain('nothing else was changed');
  expect((await logIn('leaves')).exitCode).toBe(0);
  expect((await list()).exitCode).toBe(0);
  const folder = join(home.folder, '.config/recon/columns');
  await mkdir(folder, { recursive: true });
  const gone = await run(['logout', '--profile', 'leaves', '--forget']);
  expect(gone.stderr).toMatch(/of all profiles, titles of imported lists.*: recon help privacy/);
  await rm(folder, { recursive: true });
});

test('whoever has names taken away is told of the history of the shell, and a log is not', async () => {
  const told = 'Names that were typed in commands stay in the history of the shell';
  expect((await logIn('typed')).exitCode).toBe(0);
  for (const line of [
    ['completion', '--forget-names'],
    ['logout', '--profile', 'typed', '--forget'],
  ]) {
    expect((await run([...line, '--dry-run'])).stderr).not.toContain(told);
    const { stderr } = await typeMain(line, home.environment, []);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`${told}; how they are taken away: recon help privacy`);
  }
  expect((await run(['completion', '--forget-names'])).stderr).not.toContain(told);
});

test('whoever forgot one profile was not told which one is in use', async () => {
  expect((await logIn('passing')).exitCode).toBe(0);
  const name = (await profiles()).find(([, state]: (string | null)[]) => state === 'default')[0];
  const { stderr } = await run(['logout', '--profile', 'passing', '--forget']);
  expect(stderr).toContain(`Profile ${name} is in use now, at ${service.url}.`);
});

// No keyring answers where these tests run.
test('a logout told of one token where the tokens of two addresses were gone', async () => {
  const { environment, remove } = await makeHome();
  const other = service.url.replace('127.0.0.1', 'localhost');
  const at = (args: string[], input?: string) => runMain(args, environment, input);
  const logInAt = (url: string) => {
    const args = ['login', '--profile', 'moved', '--base-url', url, '--token-stdin', '--insecure-storage'];
    return at(args, `${service.token}\n`);
  };
  try {
    expect(await logInAt(service.url)).toMatchObject({ exitCode: 0 });
    await at(['config', 'set', 'base-url', other, '--profile', 'moved']);
    expect(await logInAt(other)).toMatchObject({ exitCode: 0 });
    await at(['config', 'set', 'base-url', service.url, '--profile', 'moved']);
    const { exitCode, stderr } = await at(['logout', '--profile', 'moved', '--forget']);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/^Logged out of profile moved: its 2 tokens are gone from \S*credentials\.json\.$/m);
    const files = await readFile(join(environment.HOME, '.config/recon/credentials.json'), 'utf8').catch(() => '');
    expect(files).not.toContain(service.token);
  } finally {
    await remove();
  }
});

test('a logout said that there is nothing to do while the keyring that has the token did not answer', async () => {
  const locked = { ...home.environment, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const logOut = (...flags: string[]) => runMain(['logout', '--profile', 'silent', ...flags], locked);
  for (const host of ['a', 'b']) {
    await runMain(['config', 'set', 'base-url', `https://${host}.example`, '--profile', 'silent'], locked);
  }
  const out = await logOut();
  expect(out.exitCode).toBe(12);
  expect(out.stderr).toContain('a token of profile silent for https://a.example may still be in it');
  expect(out.stderr).toContain('Try: unlocking the keyring, then the same command');
  expect(out.stderr).not.toContain('nothing to do');
  const gone = await logOut('--forget');
  expect(gone).toMatchObject({ exitCode: 12, stderr: expect.stringContaining('Profile silent is forgotten.') });
  // Nobody knows of a login there.
  await runMain(['config', 'set', 'base-url', 'https://a.example', '--profile', 'silent'], locked);
  const unknown = await logOut();
  expect(unknown.exitCode).toBe(0);
  expect(unknown.stderr).toContain('has no token here, unless it is in the keyring of this computer');
  await logOut('--forget');
});

const stateFiles = async (folder: string) =>
  (await readdir(join(home.folder, '.local/state/recon', folder)).catch(() => [])).filter((name) => name !== 'key');

test('with its profile goes what was kept of it, and nothing of another; an open change stays and is told', async () => {
  const folders = ['last', 'names', 'journal', 'invitations', 'times'];
  const kept = async () => (await Promise.all(folders.map(stateFiles))).flat();
  const use = async (profile: string) => {
    expect((await logIn(profile)).exitCode).toBe(0);
    const made = await run(['patients', 'create', '--name', `Of ${profile}`, '--profile', profile]);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(await run(['invite', made.stdout.trim(), '--type', 'face', '--profile', profile])).toMatchObject({
      exitCode: 0,
    });
    const scope = { profile, service: service.url };
    await keepSeenTimes({ folder: join(home.folder, '.local/state/recon/times'), scope }).note('face', 30);
  };
  await use('stays');
  const before = await kept();
  for (const end of ['.jsonl', '.id', '.lines', '.json']) {
    expect(
      before.some((name) => name.endsWith(end)),
      end,
    ).toBe(true);
  }
  await use('goes');
  expect((await kept()).length).toBeGreaterThan(before.length);
  const gone = await run(['logout', '--profile', 'goes', '--forget']);
  expect(gone).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('still open') });
  expect(await kept()).toEqual(before);

  await use('open');
  const folder = join(home.folder, '.local/state/recon/journal');
  const scope = { profile: 'open', service: service.url };
  const journal = await openJournal({ folder, scope, clock: { now: () => Date.now() } });
  await await journal.batches.begin({ batch: 'left', path: '/list.csv', options: {} } as never);
  await journal.close();
  const dry = await run(['logout', '--profile', 'open', '--forget', '--dry-run']);
  const told = `one change is open at ${service.url}`;
  const held = 'what it sends is kept on this computer, with names and photos of patients';
  const settle = `recon resume --profile open --base-url ${service.url}`;
  expect([dry.exitCode, dry.stderr]).toEqual([0, expect.stringContaining(`${told}; ${held}`)]);
  expect(dry.stderr).toContain(settle);
  const asked = await typeMain(['logout', '--profile', 'open', '--forget'], home.environment, [
    [/all the same/, 'n\r'],
  ]);
  expect([asked.exitCode, asked.stderr]).toEqual([130, expect.stringContaining('nothing was done')]);
  expect(asked.stderr.indexOf(told)).toBeLessThan(asked.stderr.indexOf('Forget profile open all the same?'));
  const left = await run(['logout', '--profile', 'open', '--forget']);
  expect(left.stderr.indexOf(told)).toBeLessThan(left.stderr.indexOf('Profile open is forgotten'));
  expect(left).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`to drop them: recon resume --forget --base-url ${service.url} (or resume --list`),
  });
  expect(left.stderr).toContain(`changes to ${service.url} are still open, so they stay on this computer, with`);
  expect(await run(['resume', '--list'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('left') });
  expect((await stateFiles('journal')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  expect((await run(['config', 'set', 'profile', 'stays'])).exitCode).toBe(0);
  // `--profile open` would be refused.
  for (const args of [['resume'], ['resume', 'left'], ['resume', '--list']]) {
    const { stderr } = await run(args);
    expect(stderr).toContain(`recon login --profile open --base-url ${service.url}`);
    expect(stderr).not.toContain('resume --profile open');
    expect(stderr).toMatch(/resume (left )?--forget/);
  }
  expect((await run(['config', 'set', 'profile', 'spare'])).exitCode).toBe(0);
  expect((await run(['logout', '--profile', 'stays', '--forget'])).exitCode).toBe(0);
});

test('photos that a killed command left are found by doctor, and removed with a profile', async () => {
  expect((await logIn('killed')).exitCode).toBe(0);
  const folder = join(home.folder, '.local/state/recon/scratch');
  const program = join(home.folder, 'program.mjs');
  const contents = `
    import { makeScratch } from './src/core/scratch.ts';
    const { path } = await makeScratch(${JSON.stringify(folder)}, 'photos');
    process.stdout.write(path);
    setInterval(() => {}, 1000);
  `;
  const stdin = { contents, resolveDir: join(import.meta.dirname, '../../..') };
  await build({ stdin, outfile: program, bundle: true, format: 'esm', platform: 'node' });
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const path = String((await once(child.stdout, 'data'))[0]);
  await writeFile(join(path, 'photos'), 'photo');
  const ofCopies = async () =>
    toldBy(await run(['doctor', '--json', '--profile', 'killed'])).all.find(
      ({ about }) => about === 'copies of photos',
    );
  expect(await ofCopies()).toMatchObject({ state: 'ok' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await ofCopies()).toMatchObject({ state: 'wrong', fix: expect.stringContaining(`rm -r ${path}`) });
  const gone = await run(['logout', '--profile', 'killed', '--forget']);
  expect(gone.stderr).toContain('Copies of photos that a killed command had left here are removed.');
  expect(await stateFiles('scratch')).toEqual([]);
});

test('where several are left, a person says which one is in use', async () => {
  for (const name of ['one', 'two']) expect((await logIn(name)).exitCode).toBe(0);
  expect((await run(['logout', '--forget'])).exitCode).toBe(0);
  expect(await profiles()).toEqual([
    ['one', null],
    ['two', null],
  ]);
  const { exitCode, stderr } = await run(['patients', 'list']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 4,
    stderr: expect.stringContaining('recon config set profile one'),
  });
});

test('a login says which profile changes its service, and which one is no longer in use', async () => {
  const other = await openService();
  try {
    expect((await logIn('spare')).exitCode).toBe(0);
    expect((await run(['config', 'set', 'profile', 'spare'])).exitCode).toBe(0);
    const to = (...flags: string[]) =>
      run(['login', ...flags, '--base-url', other.url, '--token-stdin', '--insecure-storage'], `${other.token}\n`);
    const unnamed = await to();
    expect(unnamed.stderr).toContain(
      `Commands go to this service from now on, no longer to ${service.url}; to change that back: recon config set profile spare`,
    );
    expect((await logIn('spare')).stderr).not.toMatch(/until now|no longer/);
    expect((await run(['config', 'set', 'wait-timeout', '7m', '--profile', 'spare'])).exitCode).toBe(0);
    const moved = await to('--profile', 'spare');
    expect(moved.stderr).toContain(
      `warning: profile spare is for ${service.url}; after this login it is for ${other.url}`,
    );
    expect((await run(['config', 'set', 'profile', 'spare'])).exitCode).toBe(0);
    // For a service that has moved one line is enough, and its settings stay, as the help of login says.
    expect((await run(['config', 'get', 'wait-timeout'])).stdout).toBe('7m\n');
    expect((await run(['config', 'get', 'base-url'])).stdout).toBe(`${other.url}\n`);
    expect((await run(['patients', 'list'])).exitCode).toBe(0);
    // It is in use already.
    expect((await to('--profile', 'spare')).stderr).not.toContain('config set profile');
  } finally {
    await other.close();
  }
});

test('a login puts an address right that was written into the file by hand', async () => {
  expect((await logIn('by-hand')).exitCode).toBe(0);
  const file = join(home.folder, '.config/recon/config.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  config.profiles['by-hand']['base-url'] = 'no address';
  await writeFile(file, JSON.stringify(config));
  expect(await logIn('by-hand')).toMatchObject({ exitCode: 0 });
  expect((await run(['patients', 'list', '--profile', 'by-hand', '-o', 'id'])).exitCode).toBe(0);
});

test('after a logout of a service on this machine no line is told that would start it without its certificate', async () => {
  const own = await makeHome();
  const configuration = await openConfiguration({
    ...{ environment: own.environment, platform: process.platform, flags: () => ({}), onWarning: () => {} },
  });
  const tokenFile = join(own.folder, 'data', 'token');
  const service = { baseUrl: 'https://clinic.example:8443', tokenFile };
  await configuration.saveLocalService(service);
  const gone = await runMain(['logout', '--forget'], own.environment);
  expect(gone.stderr).toContain('the data of its service on this machine are not there any more');
  await configuration.saveLocalService(service);
  mkdirSync(join(own.folder, 'data'));
  writeFileSync(tokenFile, 'a-token');
  const { exitCode, stderr } = await runMain(['logout', '--forget'], own.environment);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`keeps its own token in ${tokenFile}`);
  expect(stderr).toContain(
    'with the token in that file: recon login --base-url https://clinic.example:8443 --insecure-storage\n',
  );
  expect(stderr).not.toContain('recon serve');
  await own.remove();
});

test('of a profile that nobody has logged in to or out of, there is no token, and a keyring may be locked', async () => {
  await run(['config', 'set', 'base-url', service.url, '--profile', 'silva']);
  const { exitCode, stderr } = await run(['patients', 'list', '--profile', 'silva']);
  expect(exitCode).toBe(4);
  expect(stderr).toContain('profile silva has no token here; if its token is in a keyring');
});

test('at config set base-url nobody was told that a login is for one address, and a desk was led to the token of the service', async () => {
  expect((await logIn('desk')).exitCode).toBe(0);
  const set = await run(['config', 'set', 'base-url', 'http://127.0.0.1:9', '--profile', 'desk']);
  expect(set.stderr).toContain(
    'A login is good for one address alone, and there is none for this one; to log in: recon login --profile desk --insecure-storage\n',
  );
  expect(set.stderr).toContain(
    'another one on its machine: recon accounts tokens add ACCOUNT --label NAME --scope write\n',
  );
  // It is in a file, and no keyring is to be unlocked.
  const where = `the token of profile desk in ${home.folder}/.config/recon/credentials.json is for ${service.url}, and is sent nowhere else`;
  expect(set.stderr).toContain(`${where}\n`);
  expect(set.stderr).not.toMatch(/keyring/);
  const { exitCode, stderr } = await run(['patients', 'list', '--profile', 'desk']);
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/Try: recon login .*\(with the token that whoever runs the service gave you\)/);
  expect(stderr).toContain(where);
  expect(stderr).not.toMatch(/keeps its token|FOLDER|keyring/);
});

test('a login as another account is told on a terminal, with the way to keep both', async () => {
  const made = await runMain(['accounts', 'add', 'dr-silva', '--data', service.dataFolder], home.environment);
  const other = made.stdout.trim();
  const logInAs = async (token: string, profile: string) => {
    const line = ['login', '--profile', profile, '--base-url', service.url, '--token-stdin', '--insecure-storage'];
    const { stand, texts } = standInProcess(line, { ...home.environment, NO_COLOR: '1' }, `${token}\n`);
    Object.assign(stand.stderr, { isTTY: true, columns: 400 });
    expect(await main(stand)).toBe(0);
    return texts.stderr;
  };
  const told = 'The login of main in profile desk is replaced: commands there are those of dr-silva from now on';
  const way = `To keep both, log in with a profile for each: recon login --profile NAME --base-url ${service.url}`;
  const said: string[] = [];
  for (const [token, profile] of [
    [service.token, 'desk'],
    [service.token, 'desk'],
    [other, 'desk'],
    [other, 'own'],
  ] as const)
    said.push(await logInAs(token, profile));
  expect(said.map((text) => text.includes('is replaced'))).toEqual([false, false, true, false]);
  expect(said[2]).toContain(`${told}. ${way}`);
  // A script says what it does.
  expect((await logIn('desk')).stderr).not.toContain('is replaced');
});
