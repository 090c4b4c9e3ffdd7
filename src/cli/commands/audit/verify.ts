import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const auditVerify: CommandWords = {
  name: 'verify',
  description: 'read the whole audit and name each line that was changed or is not there any more (exit 11)',
  arguments: (command) =>
    command.argument('[export]', 'an earlier export: each of its lines is compared with the audit'),
  options: (command) => withPlaceFlags(command),
  examples: ['recon audit verify', 'recon audit verify audit.ndjson'],
  action: async () => (await import('./verify-action.ts')).verifyAudit,
};
