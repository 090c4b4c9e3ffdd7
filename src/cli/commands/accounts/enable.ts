import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsEnable: CommandWords = {
  name: 'enable',
  description: 'let a disabled account be used again, with the tokens that it had',
  arguments: (command) => command.argument('<name>', 'which account'),
  options: (command) => withPlaceFlags(command),
  examples: ['recon accounts enable dr-silva'],
  action: async () => (await import('./disable-action.ts')).enableAccount,
};
