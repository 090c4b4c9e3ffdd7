import type { CommandWords } from '../../../declare-command.ts';
import { withPlaceFlags } from '../../service-places.ts';
import { WHAT_STAYS } from './what-stays.ts';

export const tokensRevoke: CommandWords = {
  name: 'revoke',
  description: 'end a token within a second, in every process of the service; the others go on working',
  arguments: (command) =>
    command.argument('<account>', 'whose token').argument('<token>', 'its label, or its id of the list'),
  options: (command) => withPlaceFlags(command.option('--yes', 'without being asked')),
  examples: ['recon accounts tokens revoke dr-silva "front desk"'],
  note: `In a script, where nobody can be asked, a token that works needs --yes to be ended.
${WHAT_STAYS}`,
  action: async () => (await import('./revoke-action.ts')).revokeToken,
};
