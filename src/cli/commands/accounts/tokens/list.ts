import type { CommandWords } from '../../../declare-command.ts';
import { withPlaceFlags } from '../../service-places.ts';

export const tokensList: CommandWords = {
  name: 'list',
  description: 'list tokens: what they may do, until when, and their last use; never the tokens themselves',
  arguments: (command) => command.argument('[account]', 'only those of this account'),
  options: (command) => withPlaceFlags(command.option('--all', 'also those that were revoked')),
  examples: ['recon accounts tokens list', 'recon accounts tokens list dr-silva --all'],
  note: 'A use stands here within a second. Who did what is in recon audit list.',
  action: async () => (await import('./list-action.ts')).listTokens,
};
