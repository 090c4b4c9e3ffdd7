import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsToken: CommandWords = {
  name: 'token',
  description: 'print a new access token for an account; its earlier ones stop working',
  arguments: (command) => command.argument('<name>', 'which account'),
  options: (command) => withPlaceFlags(command.option('--yes', 'without being asked')),
  examples: ['recon accounts token dr-silva'],
  note: `In a script, where nobody can be asked, it needs --yes if tokens of the account work.
To change a token and shut nobody out meanwhile:
  recon accounts tokens add NAME --label NEW --scope write
  recon login, on each computer that has the old one
  recon accounts tokens revoke NAME OLD`,
  action: async () => (await import('./token-action.ts')).newToken,
};
