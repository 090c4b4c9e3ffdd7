import { ALL_USERS } from '../../all-users-help.ts';
import type { CommandWords } from '../../declare-command.ts';

export const configList: CommandWords = {
  name: 'list',
  description: 'show every setting and where its value comes from',
  note: `${ALL_USERS}
recon help environment names all variables.`,
  action: async () => (await import('./list-action.ts')).listConfig,
};
