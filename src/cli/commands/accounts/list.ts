import type { CommandWords } from '../../declare-command.ts';

/** Of each command here. */
export const DATA_FLAG = [
  '--data <dir>',
  'data folder of the service (default: that of the last recon serve)',
] as const;

export const accountsList: CommandWords = {
  name: 'list',
  description: 'list accounts: main ones, and sub accounts with their main one',
  options: (command) => command.option(...DATA_FLAG),
  action: async () => (await import('./list-action.ts')).listAccounts,
};
