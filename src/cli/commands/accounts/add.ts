import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';
import { withQuotaFlags } from './quota-flags.ts';

export const accountsAdd: CommandWords = {
  name: 'add',
  description: 'add an account, which sees no patients of others, and print its access token, once',
  arguments: (command) => command.argument('<name>', 'a name that no other account has'),
  options: (command) =>
    withPlaceFlags(withQuotaFlags(command.option('--under <main>', 'make it a sub account of this main account'))),
  note: 'A new account sees no patients of other accounts. A colleague or a computer that is to see the same ones gets another token of that account, as in the last example. A main account can hand patients over to its sub accounts. How many requests an account may send stands in recon serve --help.',
  examples: [
    'recon accounts add clinic --quota 50GB',
    'recon accounts add dr-silva --under main',
    'recon accounts tokens add clinic --label desk --scope write',
  ],
  action: async () => (await import('./add-action.ts')).addAccount,
};
