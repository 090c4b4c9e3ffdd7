import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { firstHelp } from '../../src/cli/first-help.ts';
import { NO_GLOBALS } from '../../src/cli/globals.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { fakeProcess } from './fake-process.ts';

const { process } = fakeProcess();
const context = createContext({
  ...{ process, environment: {}, globals: NO_GLOBALS },
  signal: new AbortController().signal,
});
const program = buildProgram(context);
const text = program.helpInformation();

/** What stands on the left: `list, show`, `patients import/export`. */
const named = text
  .split('\n')
  .filter((line) => line.startsWith('  '))
  .map((line) =>
    line
      .trim()
      .split(/ {2,}/)[0]!
      .split(/,? |\//),
  );

test('the first help names every command, and nothing that is none', () => {
  const words = new Set(program.commands.map((one) => one.name()));
  const first = named.map(([word]) => word);
  expect(first.filter((word) => !words.has(word!))).toEqual([]);
  expect([...words].filter((word) => !named.flat().includes(word) && word !== 'help')).toEqual([]);
  expect(text).toContain('recon help commands');
  // Behind the name of a group stand commands of it, and elsewhere commands of the program.
  for (const [word, ...more] of named) {
    const group = program.commands.find((one) => one.name() === word)!;
    const below = group.registeredArguments.length > 0 ? [] : group.commands.map((one) => one.name());
    for (const other of more) expect([...below, ...words]).toContain(other);
  }
});

test.each(['delete', 'remove', 'find', 'import', 'export', 'photos'])('who looks for %j finds it there', (word) => {
  expect(text).toMatch(new RegExp(`\\b${word}\\b`));
});

test('on a narrow terminal what a command does stays in its column', () => {
  const lines = firstHelp('Keep records.', 60).split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines.join('\n')).toContain(`add a patient with photos, change\n${' '.repeat(26)}a patient\n`);
});
