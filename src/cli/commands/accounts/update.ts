import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';
import { withQuotaFlags } from './quota-flags.ts';

export const accountsUpdate: CommandWords = {
  name: 'update',
  description: 'change how much an account and its sub accounts may store; what they store already stays',
  arguments: (command) => command.argument('<name>', 'which account'),
  options: (command) => withPlaceFlags(withQuotaFlags(command)),
  examples: [
    'recon accounts update clinic --quota 50GB',
    'recon accounts update clinic --quota none --max-patients 5000',
  ],
  action: async () => (await import('./update-action.ts')).updateAccount,
};
