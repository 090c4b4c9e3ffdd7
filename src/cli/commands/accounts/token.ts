import type { CommandWords } from '../../declare-command.ts';
import { DATA_FLAG } from './list.ts';

export const accountsToken: CommandWords = {
  name: 'token',
  description: 'print a new access token for an account; its earlier ones stop working',
  arguments: (command) => command.argument('<name>'),
  options: (command) => command.option(...DATA_FLAG),
  action: async () => (await import('./token-action.ts')).newToken,
};
