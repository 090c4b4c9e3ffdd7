import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsToken: CommandWords = {
  name: 'token',
  description: 'print a new access token for an account; its earlier ones stop working',
  arguments: (command) => command.argument('<name>'),
  options: (command) => withPlaceFlags(command.option('--yes', 'without being asked')),
  action: async () => (await import('./token-action.ts')).newToken,
};
