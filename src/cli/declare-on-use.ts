import type { Command } from 'commander';
import { addGlobalOptions } from './global-options.ts';

const undeclared = new WeakMap<Command, () => void>();

/**
 * What is below a group (`patients`) is declared when the group is typed: a start declares what it runs and no more,
 * which is a tenth of what `--help` costs.
 */
export function declareOnUse(group: Command, declare: () => void): void {
  undeclared.set(group, declare);
}

/** Declares what is below a command, if that waits. */
export function declareBelow(command: Command): void {
  const declare = undeclared.get(command);
  undeclared.delete(command);
  declare?.();
}

/** Declares the whole tree, for those who read it: completions. */
export function declareAll(command: Command): void {
  declareBelow(command);
  for (const child of command.commands) declareAll(child);
}

/** Has each command on the way to the typed one complete before it reads its arguments. */
export function completeOnTheWay(parent: Command): void {
  parent.hook('preSubcommand', (_parent, command) => {
    declareBelow(command);
    // Twelve options on each of thirty commands cost more than the rest, and only one command runs.
    if (command.commands.length === 0) addGlobalOptions(command);
    else completeOnTheWay(command);
  });
}
