import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const auditVerify: CommandWords = {
  name: 'verify',
  description: 'read the whole audit and name each line that was changed or is not there any more (exit 11)',
  options: (command) => withPlaceFlags(command),
  action: async () => (await import('./verify-action.ts')).verifyAudit,
};
