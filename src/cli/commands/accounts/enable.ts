import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsEnable: CommandWords = {
  name: 'enable',
  description: 'let a disabled account be used again, with the tokens that it had',
  arguments: (command) => command.argument('<name>'),
  options: (command) => withPlaceFlags(command),
  action: async () => (await import('./disable-action.ts')).enableAccount,
};
