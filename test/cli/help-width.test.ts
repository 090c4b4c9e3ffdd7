import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { commandPath } from '../../src/cli/declare-command.ts';
import { NO_GLOBALS } from '../../src/cli/globals.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { fakeProcess } from './fake-process.ts';

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

function programIn(columns: number): Command {
  const { process } = fakeProcess();
  Object.assign(process.stdout, { isTTY: true, columns });
  const { signal } = new AbortController();
  return buildProgram(createContext({ ...{ process, environment: {}, globals: NO_GLOBALS }, signal }));
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ ...command.configureOutput(), writeOut: (piece) => (text += piece) });
  command.outputHelp();
  return text;
}

test.each([60, 80, 120])('each help keeps within a terminal of %d columns, broken between words', (columns) => {
  let wide = 0;
  for (const command of everyCommand(programIn(columns))) {
    const text = helpOf(command);
    const tooWide = text.split('\n').filter((line) => line.length > columns);
    expect({ command: commandPath(command), tooWide }).toEqual({ command: commandPath(command), tooWide: [] });
    wide = Math.max(wide, ...text.split('\n').map((line) => line.length));
  }
  // The room is used.
  expect(wide).toBeGreaterThan(columns - 10);
});

test('whoever has to name something finds an example, and choices and defaults as they are typed', () => {
  const commands = everyCommand(programIn(80));
  const named = commands.filter(({ registeredArguments: [first] }) => first !== undefined);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((one) => !helpOf(one).includes('\nExamples:\n')).map(commandPath)).toEqual([]);
  expect(named.flatMap((one) => one.registeredArguments).filter(({ description }) => description === '')).toEqual([]);
  expect(commands.filter((one) => /\((choices|default): [^)]*"/.test(helpOf(one))).map(commandPath)).toEqual([]);
});
