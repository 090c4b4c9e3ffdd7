import { describe, expect, test } from 'vitest';
import { commandTree, everyCommand } from '../../../src/cli/completions/command-tree.ts';
import { readLine, typedValue } from '../../../src/cli/completions/line.ts';
import { offeredNames, offersFor } from '../../../src/cli/completions/offers.ts';
import { createContext } from '../../../src/cli/context.ts';
import { NO_GLOBALS } from '../../../src/cli/globals.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import { candidatesFor, onlyOne, readWhom } from '../../../src/core/whom.ts';
import { OUTPUT_FORMATS } from '../../../src/system/output-formats.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NAMES = [
  ...['Maria Silva', 'Mario Costa', 'André O’Brien', '$(touch pwned)', '`touch pwned`', '-rf Dash', '"quo\'te" Ana'],
  ...['new\nline Eva', '山田 太郎', 'أحمد علي', '* Golf', '41', 'last', 'Straße', '😀', ' ', 'a;b|c&d>e', 'Tab\there'],
].map((name, at) => ({ id: String(40 + at), name, shownAt: 0 }));

const offers = (typed: string, shell: string, kind = 'patient') =>
  offeredNames(NAMES, { kind, shell, line: readLine(`recon\n${typed}\n`) });
const words = (...given: Parameters<typeof offers>) => offers(...given).map(({ word }) => word);

describe('bash and zsh get ids', () => {
  test.each([
    ['', NAMES.map(({ id }) => id)],
    ['5', NAMES.map(({ id }) => id).filter((id) => id.startsWith('5'))],
    ['99', []],
    ['mar', ['40', '41']],
    ['silva mar', ['40']],
    ['"maria s', ['40']],
    ['maria\\ s', ['40']],
    ["o'brien", ['42']],
    ['ANDRE', ['42']],
    ['strasse', ['53']],
    ['山', ['48']],
    ['احمد', ['49']],
    ['أحمد', ['49']],
    ['nobody', []],
  ])('%j', (typed, ids) => expect(words(typed, 'zsh')).toEqual(ids));
});

test('names are shown as one harmless line each', () => {
  for (const { about } of offers('', 'bash')) expect(about).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

describe('fish gets names, since it inserts nothing unlike the typed word', () => {
  test.each([
    ['mar', ['Maria Silva', 'Mario Costa']],
    ['andr', ['André OBrien']],
    ['andre', ['andre obrien']],
    ['touch', ['touch pwned', 'touch pwned']],
    ['dash', ['rf Dash']],
    ['41', ['41']],
    ['last', []],
  ])('%j', (typed, names) => expect(words(typed, 'fish')).toEqual(names));

  test('each of them is letters, digits and blanks, and means that patient', () => {
    let seen = 0;
    for (const { name } of NAMES) {
      for (const typed of name.normalize('NFC').match(/\p{L}+/gu) ?? []) {
        for (const { word, about } of offers(typed, 'fish')) {
          seen += 1;
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+( [\p{L}\p{N}\p{M}]+)*$/u);
          const whom = readWhom(word);
          if (whom.by !== 'name') throw new Error(`${word} is taken for ${whom.by}`);
          const [meantId] = about.split(' ');
          const meant = NAMES.filter((one) => one.id === meantId).map((one) => ({ ...one, id: Number(one.id) }));
          expect(onlyOne(candidatesFor(meant, whom), whom)).toMatchObject({ id: meantId, isWhole: true });
        }
      }
    }
    expect(seen).toBeGreaterThan(15);
  });

  test('where only an id is taken there is no name', () => expect(words('mar', 'fish', 'patient-id')).toEqual([]));
});

test.each([
  [['recon', '--profile', 'x', 'get'], 'x'],
  [['recon', '--profile=x', 'get'], 'x'],
  [['recon', '--profile', '=', 'x', 'get'], 'x'],
  [['recon', '--profile', 'x', '--profile', 'y'], 'y'],
  [['recon', 'get'], undefined],
])('the profile of %j', (typed, profile) => {
  expect(typedValue('--profile', { words: typed, typed: '' })).toBe(profile);
});

test.each([
  ['language', ['en', 'es', 'pt', 'de', 'fr', 'ar']],
  ['color', ['auto', 'always', 'never']],
  ['output', [...OUTPUT_FORMATS]],
  ['timeout', []],
  ['toString', []],
])('config set %s is offered its values', async (key, values) => {
  const line = readLine(`recon\nconfig\nset\n${key}\n\n`);
  const environment = { HOME: tempFolder() };
  const found = await offersFor({ kind: 'setting', shell: 'zsh', line, environment, platform: 'linux', now: 0 });
  expect(found.map(({ word }) => word)).toEqual(values);
});

test.each([
  ['--log-format', ['text', 'json']],
  ['--role', ['all', 'api', 'worker']],
])('serve %s takes words', (name, words) => {
  const { signal } = new AbortController();
  const program = buildProgram(createContext({ process, environment: {}, signal, globals: NO_GLOBALS }));
  const nodes = everyCommand(commandTree(program));
  const option = nodes
    .find(({ path }) => path.join(' ') === 'serve')!
    .options.find(({ names }) => names.includes(name));
  expect(option?.takes).toEqual({ kind: 'words', words });
});
