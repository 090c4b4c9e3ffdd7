import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { NO_GLOBALS } from '../../src/cli/globals.ts';
import { buildProgram, commandPath } from '../../src/cli/program.ts';
import { withTypedService } from '../../src/cli/typed-service.ts';

const URL = 'https://b.example';
const BOTH = { profile: 'slow', baseUrl: URL };
const FLAGS = `--profile slow --base-url ${URL}`;
const completed = (text: string, typed: Partial<typeof BOTH> = BOTH, running = 'recon patients list') =>
  withTypedService(text, { profile: undefined, baseUrl: undefined, ...typed }, running);

test.each([
  ['recon resume t5gcjfp3', `recon resume ${FLAGS} t5gcjfp3`],
  ['recon login', `recon login ${FLAGS}`],
  ['recon login, with the token copied anew', `recon login ${FLAGS}, with the token copied anew`],
  ['to wait for it: recon wait 269', `to wait for it: recon wait ${FLAGS} 269`],
  ['recon wait 7, or recon patients list', `recon wait ${FLAGS} 7, or recon patients list ${FLAGS}`],
  ['recon resume --list shows, recon resume ends', `recon resume ${FLAGS} --list shows, recon resume ${FLAGS} ends`],
  [
    'recon resume k7 --forget\nrecon after create 7',
    `recon resume ${FLAGS} k7 --forget\nrecon after create ${FLAGS} 7`,
  ],
  ['recon status (is it there?)', `recon status ${FLAGS} (is it there?)`],
  ['recon api GET /patients -f a=1', `recon api ${FLAGS} GET /patients -f a=1`],
  ["recon patients list --name 'a recon wait 7'", `recon patients list ${FLAGS} --name 'a recon wait 7'`],
  ["recon wait 'it'\\''s recon wait 7', or so", `recon wait ${FLAGS} 'it'\\''s recon wait 7', or so`],
  ["the patient's: recon wait 7; it's recon login", `the patient's: recon wait ${FLAGS} 7; it's recon login ${FLAGS}`],
])('%j becomes %j', (text, expected) => {
  expect(completed(text)).toBe(expected);
  expect(completed(expected)).toBe(expected);
  expect(completed(text, {})).toBe(text);
});

test.each([
  'recon serve --port 0   takes a free one',
  'recon accounts list shows them all',
  'recon patients import --help',
  'one change is open elsewhere: recon resume --profile other --base-url https://a.example',
  'recon login --profile other --base-url URL',
  'another recon is at work; recon sets it; recon waiting; /tmp/recon wait 7; recon patients',
])('%j stays as it is', (text) => {
  expect(completed(text)).toBe(text);
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
  expect(completed('recon wait 7', typed)).toBe(expected);
});

test('a line about settings gets the profile, whose they are', () => {
  expect(completed('recon config unset timeout')).toBe('recon config unset --profile slow timeout');
  expect(completed('recon config list', { baseUrl: URL })).toBe('recon config list');
});

test('a line with an address of its own still gets the profile', () => {
  expect(completed('recon login --base-url URL, if it moved')).toBe(
    'recon login --profile slow --base-url URL, if it moved',
  );
});

test.each(['recon serve', 'recon demo'])('what %s tells to type is for its own service', (running) => {
  expect(completed('  recon patients list', BOTH, running)).toBe('  recon patients list');
});

describe('every command of the tree', () => {
  const { signal } = new AbortController();
  const program = buildProgram(createContext({ process, environment: {}, signal, globals: NO_GLOBALS }));
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  /** They do their work on this machine alone. */
  const LOCAL = /^recon (serve|accounts|demo|completion|help)\b/;
  const flagsOf = (path: string) => (path.startsWith('recon config') ? '--profile slow' : FLAGS);

  test.each(leaves(program).map(commandPath))('%s names the typed service, unless it needs none', (path) => {
    expect(completed(`${path} 7`)).toBe(LOCAL.test(path) ? `${path} 7` : `${path} ${flagsOf(path)} 7`);
  });
});
