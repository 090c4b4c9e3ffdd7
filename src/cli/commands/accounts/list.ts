import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsList: CommandWords = {
  name: 'list',
  description: 'list accounts with what they store, their tokens and when they were last used',
  options: (command) => withPlaceFlags(command),
  action: async () => (await import('./list-action.ts')).listAccounts,
};
