import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsDisable: CommandWords = {
  name: 'disable',
  description: 'let nobody act for an account and its sub accounts until it is enabled again; it keeps its patients',
  arguments: (command) => command.argument('<name>', 'which account'),
  options: (command) => withPlaceFlags(command.option('--yes', 'without being asked')),
  examples: ['recon accounts disable dr-silva'],
  note: 'Without a terminal nobody is asked: the account is shut out at once.',
  action: async () => (await import('./disable-action.ts')).disableAccount,
};
