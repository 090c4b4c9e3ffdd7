import type { Command } from 'commander';

/** Lines to type, under a command's help. */
export function addExamples(command: Command, ...lines: readonly string[]): void {
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
