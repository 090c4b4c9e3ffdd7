import type { CommandWords } from '../../declare-command.ts';
import { DATA_FLAG } from './list.ts';

export const accountsAdd: CommandWords = {
  name: 'add',
  description: 'add an account and print its access token, once',
  arguments: (command) => command.argument('<name>', 'a name that no other account has'),
  options: (command) =>
    command.option('--under <main>', 'make it a sub account of this main account').option(...DATA_FLAG),
  action: async () => (await import('./add-action.ts')).addAccount,
};
