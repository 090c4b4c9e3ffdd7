import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { commandPath } from '../../src/cli/declare-command.ts';
import { NO_GLOBALS } from '../../src/cli/globals.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { fakeProcess } from './fake-process.ts';

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

test.each([60, 80, 120])('each help keeps within a terminal of %d columns, broken between words', (columns) => {
  const { process } = fakeProcess();
  Object.assign(process.stdout, { isTTY: true, columns });
  const context = createContext({
    ...{ process, environment: {}, globals: NO_GLOBALS },
    signal: new AbortController().signal,
  });
  let wide = 0;
  for (const command of everyCommand(buildProgram(context))) {
    let text = '';
    command.configureOutput({ ...command.configureOutput(), writeOut: (piece) => (text += piece) });
    command.outputHelp();
    const tooWide = text.split('\n').filter((line) => line.length > columns);
    expect({ command: commandPath(command), tooWide }).toEqual({ command: commandPath(command), tooWide: [] });
    wide = Math.max(wide, ...text.split('\n').map((line) => line.length));
  }
  // The room is used.
  expect(wide).toBeGreaterThan(columns - 10);
});
