import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { commandPath } from '../../src/cli/declare-command.ts';
import { NO_GLOBALS } from '../../src/cli/globals.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { placeOfUrl, serveFlagsOf, typedFlags, unitStart, withKnownFolder } from '../../src/cli/typed-flags.ts';
import { openConfiguration } from '../../src/config/configuration.ts';
import type { Advice } from '../../src/errors.ts';
import { failureOf } from '../../src/http/failure.ts';
import { noteStart } from '../../src/system/last-start.ts';
import { lineText } from '../../src/system/line-text.ts';
import { serviceUnit } from '../../src/system/systemd-unit.ts';
import { runMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';

const URL = 'https://b.example';
const BOTH = { profile: 'slow', baseUrl: URL };
const FLAGS = `--profile slow --base-url ${URL}`;
/** Of words that hold no space. */
const told = (
  words: string,
  typed: Partial<typeof BOTH> = BOTH,
  running = 'recon patients list',
  serveFlags?: string[],
) => {
  const command = words.split(' ');
  const flags = typedFlags(command, { profile: undefined, baseUrl: undefined, ...typed }, { running, serveFlags });
  return lineText({ command }, flags);
};

test.each([
  ['resume t5gcjfp3', `recon resume ${FLAGS} t5gcjfp3`],
  ['login', `recon login ${FLAGS}`],
  ['wait 269', `recon wait ${FLAGS} 269`],
  ['resume --list', `recon resume ${FLAGS} --list`],
  ['after create 7', `recon after create ${FLAGS} 7`],
  ['api GET /patients -f a=1', `recon api ${FLAGS} GET /patients -f a=1`],
])('%j becomes %j', (words, expected) => {
  expect(told(words)).toBe(expected);
  expect(told(words, {})).toBe(`recon ${words}`);
});

test.each([
  'serve --port 0',
  'accounts list',
  '--help',
  'patients import --help',
  'resume --profile other --base-url https://a.example',
  'login --profile other --base-url URL',
])('%j stays as it is', (words) => {
  expect(told(words)).toBe(`recon ${words}`);
});

test.each([
  [{ profile: 'slow' }, 'recon wait --profile slow 7'],
  [{ baseUrl: URL }, `recon wait --base-url ${URL} 7`],
  [{ profile: "Dr. O'Hara; rm -rf" }, "recon wait --profile 'Dr. O'\\''Hara; rm -rf' 7"],
  [{ profile: '$& $1' }, "recon wait --profile '$& $1' 7"],
  // These are refused, and may hold what nobody is to read.
  [{ baseUrl: 'https://ana:secret@b.example' }, 'recon wait 7'],
  [{ baseUrl: 'https://b.example?token=secret' }, 'recon wait 7'],
  [{ baseUrl: 'nonsense' }, 'recon wait 7'],
])('typed %j gives %j', (typed, expected) => {
  expect(told('wait 7', typed)).toBe(expected);
});

test('a command about settings gets the profile, whose they are', () => {
  expect(told('config unset timeout')).toBe('recon config unset --profile slow timeout');
  expect(told('config list', { baseUrl: URL })).toBe('recon config list');
});

test('a command with an address of its own still gets the profile', () => {
  expect(told('login --base-url URL')).toBe('recon login --profile slow --base-url URL');
});

test.each(['recon serve', 'recon demo'])('what %s tells to type is for its own service', (running) => {
  expect(told('patients list', BOTH, running)).toBe('recon list');
});

test('what a service says stays as it says it, also where it looks like a command', () => {
  const { signal } = new AbortController();
  const context = createContext({ process, environment: {}, signal, globals: { ...NO_GLOBALS, ...BOTH } });
  expect(context.lineText('not allowed: recon patients delete 7')).toBe('not allowed: recon patients delete 7');
  expect(context.lineText({ command: ['login'] })).toBe(`recon login ${FLAGS}`);
});

describe('every command of the tree', () => {
  const { signal } = new AbortController();
  const program = buildProgram(createContext({ process, environment: {}, signal, globals: NO_GLOBALS }));
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  /** They do their work on this machine alone. */
  const LOCAL = /^recon (photos|serve|accounts|audit|backup|restore|demo|completion|help)\b/;
  const flagsOf = (path: string) => (path.startsWith('recon config') ? '--profile slow' : FLAGS);

  test.each(leaves(program).map(commandPath))('%s names the typed service, unless it needs none', (path) => {
    const words = `${path.slice('recon '.length)} 7`;
    const typed = path.replace(/ patients get$/, ' show').replace(/ patients (list|create|update|accept)$/, ' $1');
    expect(told(words)).toBe(LOCAL.test(path) ? `${path} 7` : `${typed} ${flagsOf(path)} 7`);
  });
});

test('a service to start is the one in use, as it was started', () => {
  const of = (baseUrl: string, folder: string) => serveFlagsOf({ baseUrl, folder }, '/home/ana/service');
  const flags = of('http://127.0.0.1:4891', '/srv/clinic');
  expect(told('serve', {}, 'recon list', flags)).toBe('recon serve --data /srv/clinic --port 4891');
  expect(told('serve', {}, 'recon demo', flags)).toBe('recon serve');
  expect(told('serve --port 0', {}, 'recon list', flags)).toBe('recon serve --port 0');
  // Without its folder, a dead service would be replaced by an empty one.
  expect(told('serve --port 4891', {}, 'recon list', flags)).toBe('recon serve --data /srv/clinic --port 4891');
  expect(of('http://127.0.0.1:4747', '/home/ana/service')).toEqual([]);
});

test('a service in a new folder is started as the one of before was', async () => {
  const [before, folder] = [tempFolder(), tempFolder()];
  await noteStart(before, ['--public-url', 'https://recon.clinic.example']);
  const baseUrl = 'http://127.0.0.1:4747';
  const flags = ['--public-url', 'https://recon.clinic.example', '--data', folder];
  expect(serveFlagsOf({ baseUrl, folder, startedIn: before })).toEqual(flags);
  expect(serveFlagsOf({ baseUrl, folder })).toEqual(['--data', folder]);
});

describe('where systemd runs the service', () => {
  const start = 'sudo systemctl start recon';
  const unitIn = (folder: string, text: string) => {
    writeFileSync(join(folder, 'recon.service'), text);
    return serviceUnit({ SYSTEMD_UNIT_PATH: `/nowhere:${folder}` });
  };
  const deployed = () => unitIn(tempFolder(), readFileSync('docs/deploy/recon.service', 'utf8'));
  const started = (words: string, inUse?: string, running = 'recon patients list') =>
    unitStart(words.split(' '), { running, inUse, unit: deployed });

  test('it is started by systemd, with the flags of its unit', () => {
    expect(started('serve')).toBe(start);
    expect(started('serve', '/var/lib/recon/data')).toBe(start);
    expect(started('serve --data /var/lib/recon/data')).toBe(start);
  });

  test('another service, and what a service says of itself, stay as they are', () => {
    expect(started('serve', '/home/ana/service')).toBeUndefined();
    expect(started('serve --data /home/ana/service')).toBeUndefined();
    expect(started('serve --port 0')).toBeUndefined();
    expect(started('serve', undefined, 'recon demo')).toBeUndefined();
    expect(started('patients list')).toBeUndefined();
  });

  test('its user is that of the unit; without a unit there is none', () => {
    expect(deployed()?.user).toBe('recon');
    expect(unitIn(tempFolder(), '[Service]\nExecStart=/usr/bin/recon serve\n')?.user).toBe('root');
    expect(serviceUnit({ SYSTEMD_UNIT_PATH: tempFolder() })).toBeUndefined();
  });

  test('hints name it', async () => {
    const folder = tempFolder();
    unitIn(folder, readFileSync('docs/deploy/recon.service', 'utf8'));
    const typed = (...args: string[]) => runMain(args, { HOME: tempFolder(), SYSTEMD_UNIT_PATH: folder });
    expect((await typed('patients', 'list')).stderr).toContain(`to run a service on this machine: ${start}`);
    for (const args of [
      ['accounts', 'list'],
      ['backup', '/nowhere/backup'],
      ['audit', 'verify'],
    ]) {
      const { exitCode, stderr } = await typed(...args);
      const words = args[0] === 'backup' ? 'backup' : args.join(' ');
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`Try: sudo -H -u recon recon ${words} …`)]);
    }
  });
});

test.each([
  ['--base-url', { baseUrl: URL }, {}],
  ['--base-url', { baseUrl: URL }, { RECON_BASE_URL: URL }],
  ['RECON_BASE_URL', { baseUrl: undefined }, { RECON_BASE_URL: URL }],
  [undefined, { baseUrl: undefined }, { RECON_BASE_URL: '' }],
])('an address to check is looked for in %s', (place, typed, environment) => {
  const line = { command: ['config', 'list'], because: 'to check the base URL; a proxy may stand between' };
  const expected = place && `the right address in ${place}; a proxy may stand between`;
  expect(placeOfUrl(line, typed, environment)).toBe(expected);
  expect(placeOfUrl({ command: ['config', 'list'], because: 'to see it' }, typed, environment)).toBeUndefined();
});

test('a name that is not found has no port, and its fix names where it was typed', async () => {
  const environment = {
    HOME: tempFolder(),
    RECON_TOKEN: 'token_of_nobody_at_all',
    RECON_BASE_URL: 'https://no.invalid:3',
  };
  const { stderr } = await runMain(['list', '--timeout', '1s'], environment);
  expect(stderr).toContain('the name no.invalid could not be found\n');
  expect(stderr).toContain(
    'Try: the right address in RECON_BASE_URL; if it is right, ask whoever runs the service there\n',
  );
  const plain = await runMain(['list', '--base-url', 'http://no.invalid'], environment);
  expect(plain.stderr).toContain('Try: the same address with https://');
});

test.each([
  ['--base-url', ['--base-url', 'http://127.0.0.1:1']],
  ['RECON_BASE_URL', []],
])('where nothing answers at the address of %s, the address is checked first', async (place, flags) => {
  const environment = {
    HOME: tempFolder(),
    RECON_TOKEN: 'token_of_nobody_at_all',
    RECON_BASE_URL: 'http://127.0.0.1:1',
  };
  const { stderr } = await runMain(['list', '--timeout', '1s', ...flags], environment);
  expect(stderr).toContain(`Try: check the address, which is from ${place}; if it is right, recon serve --port 1 (`);
});

test('the folder of a service that is known is in the line that starts it, and not doubted', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const peer = { host: 'localhost:7391', loopback: true, started: false, sentAll: false, answered: false };
  const line = failureOf(refused, peer).error.hint as Advice;
  const flags = ['--data', '/d', '--port', '7391'];
  expect(lineText(line)).toContain('with the --data of before, if there was one');
  expect(lineText(withKnownFolder(line), flags.slice(0, 2))).toBe(
    'recon serve --data /d --port 7391 (which starts the service on this machine)',
  );
  const withTls = failureOf(refused, { ...peer, isPlain: false }).error.hint as Advice;
  expect(lineText(withTls)).toContain('with the --tls-cert and --tls-key of before, and its --data');
  expect(lineText(withKnownFolder(withTls), flags.slice(0, 2))).toBe(
    'recon serve --data /d --port 7391 (which starts the service on this machine)',
  );
});

test('a login of its own at the service of this computer is told the line that starts that one, and no empty one', async () => {
  const environment = {
    HOME: tempFolder(),
    RECON_TOKEN: 'token_of_a_colleague',
    RECON_BASE_URL: 'https://localhost:1',
  };
  const configuration = await openConfiguration({
    ...{ environment, platform: process.platform, flags: () => ({}), onWarning: () => {} },
  });
  const tokenFile = join(environment.HOME, 'clinic', 'token');
  await configuration.saveLocalService({ baseUrl: 'https://127.0.0.1:1', tokenFile });
  const { stderr } = await runMain(['list', '--timeout', '1s'], environment);
  expect(stderr).toContain(
    `recon serve --data ${dirname(tokenFile)} --port 1 (which starts the service on this machine)`,
  );
});
