import type { CommandWords } from '../../declare-command.ts';

export const configList: CommandWords = {
  name: 'list',
  description: 'show every setting and where its value comes from',
  note: `Settings are of one user. For all users of a machine, variables can stand in /etc/environment, such as RECON_BASE_URL, RECON_CLINIC and RECON_LANGUAGE; they go before a user's settings.
recon help environment names all variables.`,
  action: async () => (await import('./list-action.ts')).listConfig,
};
