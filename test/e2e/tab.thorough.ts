import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { namesKey, openKnownNames } from '../../src/config/known-names.ts';
import { workingKeyring } from '../config/keyrings/keyrings.ts';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { makeHome, RECON, type ReconHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { everyNth } from '../support/thorough.ts';
import { openPty } from './pty-session.ts';

const KEYRINGS = resolve(import.meta.dirname, '../config/keyrings');
const SCRIPTS = resolve(import.meta.dirname, '../../completions');
const OFFERS = resolve(import.meta.dirname, '../cli/completions');

/** A person at a desk with a keyring, logged in to a clinic. */
let clinic: Clinic;
let token: string;
let home: ReconHome;
let namesFolder: string;

beforeAll(async () => {
  clinic = await openClinic();
  token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
});
afterAll(() => clinic.close());
beforeEach(async () => {
  home = await homeWithKeyring();
  namesFolder = join(home.folder, '.local/state/recon/names');
  return () => home.remove();
});

async function homeWithKeyring(): Promise<ReconHome> {
  const hook = resolve(import.meta.dirname, '../support/oauth/mock-keyring.cjs');
  const made = await makeHome({ NODE_OPTIONS: `--require ${hook}` });
  made.environment['RECON_TEST_KEYRING' as 'HOME'] = join(made.folder, 'keyring.cjs');
  await copyFile(join(KEYRINGS, 'working.cjs'), join(made.folder, 'keyring.cjs'));
  return made;
}

const logIn = (secret = token) =>
  home.recon(['login', '--base-url', clinic.baseUrl, '--token-stdin'], { stdin: 'pipe', input: secret });
const makePatient = async (name: string) => (await home.recon(['patients', 'create', '--name', name])).stdout.trim();
const onTerminal = async (line: string) => {
  const session = openPty(line, { environment: home.environment, folder: home.folder });
  expect(await session.ended).toBe(0);
};

/** One Tab. A machine under load may be too slow for the limit, so a person would press it again. */
const tab = async (typed: string, kind = 'patient', words = 'recon') => {
  const { exitCode, stdout, stderr } = await home.recon(['__complete', 'zsh', kind], {
    stdin: 'pipe',
    input: `${words}\n${typed}\n`,
  });
  expect(stderr).toBe('');
  if (stdout === '') expect([0, undefined]).toContain(exitCode);
  return stdout;
};
const offered = (typed: string, answer: string) =>
  vi.waitFor(async () => expect(await tab(typed)).toBe(answer), { timeout: 20_000, interval: 50 });
/** Nothing, and not only because the machine was slow: profiles are answered, and the names are looked at again. */
const offersNobody = async () => {
  for (let time = 0; time < 5; time++) expect(await tab('')).toBe('');
};

describe('names of patients', () => {
  let maria: string;
  beforeEach(async () => {
    expect(await logIn()).toMatchObject({ exitCode: 0 });
    maria = await makePatient(`Maria Tab${home.folder.slice(-4)}`);
    await onTerminal(`recon patients get ${maria}`);
    await offered('maria', `${maria}\tMaria Tab${home.folder.slice(-4)}\n`);
  });

  test('are offered after they were shown, and are in no file as text', async () => {
    await offered(maria, `${maria}\tMaria Tab${home.folder.slice(-4)}\n`);
    const [file] = await readdir(namesFolder);
    const kept = await readFile(join(namesFolder, file!));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.includes('Maria')).toBe(false);
    expect((await stat(join(namesFolder, file!))).mode & 0o777).toBe(0o600);
  });

  test('a list in a pipe keeps none', async () => {
    const other = await makePatient('Never Shown');
    expect((await home.recon(['patients', 'get', other])).exitCode).toBe(0);
    expect(await tab('never')).toBe('');
  });

  test('who is deleted on a terminal leaves, and the others stay', async () => {
    const ana = await makePatient('Ana Stays');
    await onTerminal(`recon patients get ${ana}`);
    await onTerminal(`recon patients delete ${maria} --yes`);
    await offered('', `${ana}\tAna Stays\n`);
  });

  test.each([
    ['a deletion by a script', () => home.recon(['patients', 'delete', maria, '--yes'])],
    ['logout', () => home.recon(['logout'])],
    ['completion --forget-names', () => home.recon(['completion', '--forget-names'])],
    ['a login', () => logIn()],
  ])('%s erases them', async (_what, act) => {
    expect(await act()).toMatchObject({ exitCode: 0 });
    const [file] = await readdir(namesFolder);
    expect((await stat(join(namesFolder, file!))).size).toBe(0);
    await offersNobody();
  });

  test('completion --forget-names erases those of every profile, and the login stays', async () => {
    expect(await home.recon(['completion', '--forget-names', '--profile', 'other'])).toMatchObject({ exitCode: 0 });
    await offersNobody();
    await onTerminal(`recon patients get ${maria}`);
    await offered('maria', `${maria}\tMaria Tab${home.folder.slice(-4)}\n`);
  });

  test('logout takes the key out of the keyring', async () => {
    const secrets = async () => Object.keys(JSON.parse(await readFile(join(home.folder, 'secrets.json'), 'utf8')));
    expect((await secrets()).filter((one) => one.endsWith(' names'))).toHaveLength(1);
    await home.recon(['logout']);
    expect((await secrets()).filter((one) => one.endsWith(' names'))).toEqual([]);
  });

  test.each([
    ['another profile', 'recon\n--profile\nother'],
    ['another service', 'recon\n--base-url\nhttps://other.example'],
  ])('%s has none of them', async (_what, words) => {
    for (let time = 0; time < 5; time++) expect(await tab('', 'patient', words)).toBe('');
  });

  test('a token of the environment may be another account’s', async () => {
    home.environment['RECON_TOKEN' as 'HOME'] = token;
    await offersNobody();
  });

  test.each(['no-service', 'locked', 'forgetful'])('with a keyring (%s) there are none', async (fault) => {
    await copyFile(join(KEYRINGS, `${fault}.cjs`), join(home.folder, 'keyring.cjs'));
    await offersNobody();
  });

  test('a keyring that hangs ends in nothing, soon', async () => {
    await copyFile(join(KEYRINGS, 'hanging.cjs'), join(home.folder, 'keyring.cjs'));
    const start = performance.now();
    const { stdout, stderr, signal } = await home.recon(['__complete', 'zsh', 'patient'], {
      stdin: 'pipe',
      input: '\n',
    });
    expect({ stdout, stderr, signal }).toEqual({ stdout: '', stderr: '', signal: 'SIGKILL' });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('a damaged file is nothing, and the next list mends it', async () => {
    const [file] = await readdir(namesFolder);
    await writeFile(join(namesFolder, file!), 'damaged, and long enough to be taken for a sealed one');
    await offersNobody();
    await onTerminal(`recon patients get ${maria}`);
    await offered('maria', `${maria}\tMaria Tab${home.folder.slice(-4)}\n`);
  });
});

test('profiles, names of surgeons and accounts are local knowledge', async () => {
  expect(await logIn()).toMatchObject({ exitCode: 0 });
  await home.recon(['config', 'set', 'surgeon.dr-silva', '7']);
  await vi.waitFor(async () => expect(await tab('', 'profile')).toBe(`default\t${clinic.baseUrl}\n`));
  await vi.waitFor(async () => expect(await tab('', 'surgeon')).toBe('dr-silva\taccount 7\n'));
  await clinic.recon(['accounts', 'add', 'Dr Tab', '--data', clinic.dataFolder]);
  const words = `recon\naccounts\ndisable\n--data\n${clinic.dataFolder}`;
  await vi.waitFor(async () => expect(await tab('', 'account', words)).toContain('Dr Tab\t'), { timeout: 20_000 });
  expect(await tab('', 'anything')).toBe('');
});

test('a damaged settings file stays where it is, for a command to tell of', async () => {
  const config = join(home.folder, '.config/recon/config.json');
  await mkdir(join(home.folder, '.config/recon'), { recursive: true });
  await writeFile(config, '{damaged');
  expect(await tab('', 'profile')).toBe('');
  expect(await readFile(config, 'utf8')).toBe('{damaged');
});

/** Letters to type, and the word that fish inserts; the others insert the id, 41 and on. */
const HOSTILE: [name: string, typed: string, inFish: string][] = [
  ['$(touch pwned) Alpha', 'alpha', 'touch pwned Alpha'],
  ['`touch pwned` Bravo', 'bravo', 'touch pwned Bravo'],
  ['-rf Charlie', 'charlie', 'rf Charlie'],
  ['"quo\'te" Delta', 'delta', 'quote Delta'],
  ['new\nline; touch pwned & Echo', 'echo', 'new line touch pwned Echo'],
  ['山田 太郎', '山', '山田 太郎'],
  ['أحمد علي', 'أحمد', 'أحمد علي'],
  ['* Golf', 'golf', 'Golf'],
];

describe('hostile names are inserted as words', () => {
  let desk: string;
  beforeEach(async () => {
    desk = join(home.folder, 'desk');
    await mkdir(join(home.folder, 'bin'));
    await mkdir(desk);
    const answer = `[ "$1" = __complete ] && exec '${process.execPath}' '${RECON}' "$@"`;
    const told = `printf '%s\\n' "$#" "$@" > '${home.folder}/got'`;
    await writeFile(join(home.folder, 'bin/recon'), `#!/bin/sh\n${answer}\n${told}\n`);
    await chmod(join(home.folder, 'bin/recon'), 0o755);
    await mkdir(join(home.folder, '.config/recon'), { recursive: true });
    const profiles = { clinic: { 'base-url': 'https://recon.example' } };
    const config = JSON.stringify({ version: 1, profile: 'clinic', profiles });
    await writeFile(join(home.folder, '.config/recon/config.json'), config);
    const owner = { profile: 'clinic', service: 'https://recon.example' };
    const key = await namesKey((await workingKeyring(home.folder)).keyring, owner);
    const place = openKnownNames(namesFolder, owner);
    const names = HOSTILE.map(([name], at) => ({ id: String(41 + at), name, shownAt: Date.now() }));
    expect(await place.write(names, key!, await place.mark())).toBe(true);
  });

  const environment = () => ({
    ...home.environment,
    PATH: `${home.folder}/bin:${home.environment.PATH}`,
    TERM: 'xterm',
  });
  const got = () => readFile(join(home.folder, 'got'), 'utf8');

  const shown = async (shell: 'bash' | 'zsh', words: string[], more = {}) => {
    const script = join(OFFERS, `offer.${shell}`);
    const args =
      shell === 'bash' ? [script, `${SCRIPTS}/recon.bash`, ...words] : ['-f', script, SCRIPTS, words.join(' ')];
    const env = { ...environment(), ...more };
    const { stdout } = await execa(shell, args, { cwd: desk, env, extendEnv: false, timeout: 20_000 });
    return stdout.split(/\r?\n/).filter((line) => line !== '');
  };

  describe.each(['bash', 'zsh'] as const)('in %s', (shell) => {
    test.skipIf(!requireTool(shell))('by id', { timeout: 120_000 }, async () => {
      for (const [at, [name, typed]] of everyNth(3, [...HOSTILE.entries()])) {
        await vi.waitFor(
          async () => expect(await shown(shell, ['recon', 'patients', 'get', typed]), name).toEqual([String(41 + at)]),
          { timeout: 30_000, interval: 50 },
        );
      }
      for (const flags of [['-v'], ['--timeout', '5s'], ['--dry-run']]) {
        expect(await shown(shell, ['recon', 'patients', 'get', ...flags, HOSTILE[0]![1]]), flags[0]).toEqual(['41']);
      }
      expect(await readdir(desk)).toEqual([]);
    });
  });

  test.skipIf(!requireTool('bash'))('bash shows names only where it inserts nothing', { timeout: 60_000 }, async () => {
    const words = ['recon', 'patients', 'get', ''];
    const ids = HOSTILE.map((_one, at) => String(41 + at));
    const lines = ids.map((id, at) => `${id}  ${HOSTILE[at]![0].replace('\n', '⏎')}`);
    const patience = { timeout: 30_000, interval: 50 };
    // A list after the second Tab; menu-complete, which inserts one after another; all at once.
    await vi.waitFor(
      async () => expect(await shown('bash', words, { COMP_TYPE: '63' })).toEqual([...lines, ' ']),
      patience,
    );
    for (const type of ['37', '42']) {
      await vi.waitFor(async () => expect(await shown('bash', words, { COMP_TYPE: type })).toEqual(ids), patience);
    }
    expect(await readdir(desk)).toEqual([]);
  });

  test.skipIf(!requireTool('fish'))('in fish, by their words', { timeout: 120_000 }, async () => {
    for (const [at, [name, typed, word]] of everyNth(3, [...HOSTILE.entries()])) {
      const script = `source '${SCRIPTS}/recon.fish'
        set -l offer (complete -C 'recon patients get ${typed}' | string split -m 1 \\t)
        eval recon patients get (string escape -- $offer[1]); echo $offer[2]`;
      await vi.waitFor(
        async () => {
          const { stdout } = await execa('fish', ['--no-config', '-c', script], {
            cwd: desk,
            env: environment(),
            extendEnv: false,
          });
          expect(stdout, name).toMatch(new RegExp(`^${41 + at} `));
          expect(await got()).toBe(`3\npatients\nget\n${word}\n`);
        },
        { timeout: 30_000, interval: 50 },
      );
    }
    expect(await readdir(desk)).toEqual([]);
  });
});
