import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsList: CommandWords = {
  name: 'list',
  description: 'list accounts with what they store, their tokens and when they were last used',
  options: (command) => withPlaceFlags(command),
  note: 'Patients and bytes of a main account count those of its sub accounts, as its limits do. Where it has less itself, that stands beside: 40 (25 own).',
  action: async () => (await import('./list-action.ts')).listAccounts,
};
