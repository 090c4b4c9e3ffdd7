import type { CommandWords } from '../../declare-command.ts';
import { addKey } from './get.ts';

export const configSet: CommandWords = {
  name: 'set',
  description: 'keep a value in the profile in use; `profile` itself names the default one',
  arguments: (command) => addKey(command).argument('<value>'),
  action: async () => (await import('./set-action.ts')).setConfig,
};
