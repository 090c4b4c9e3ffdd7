import { Argument, type Command } from 'commander';
import { SETTING_KEYS, SURGEON } from '../../../system/setting-keys.ts';
import type { CommandWords } from '../../declare-command.ts';

export const configGet: CommandWords = {
  name: 'get',
  description: 'print the value of one setting, wherever it comes from',
  arguments: addKey,
  examples: ['recon config get base-url'],
  action: async () => (await import('./get-action.ts')).getConfig,
};

/** Not commander's own choices: config/ refuses a wrong key in the words of `recon config list`. */
export function addKey(command: Command): Command {
  const argument = new Argument('<key>', `a setting, or ${SURGEON}NAME`);
  argument.argChoices = [...SETTING_KEYS];
  return command.addArgument(argument);
}
