import type { CommandWords } from '../../declare-command.ts';

export const configList: CommandWords = {
  name: 'list',
  description: 'show every setting and where its value comes from',
  note: `Settings are of one user. For all users of a machine, variables such as RECON_BASE_URL can stand in
/etc/environment; the clinic's name, the language and the times of waits have none.
recon help environment names all variables.`,
  action: async () => (await import('./list-action.ts')).listConfig,
};
