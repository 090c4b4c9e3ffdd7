import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const auditExport: CommandWords = {
  name: 'export',
  description: 'print the audit, one JSON object a line, with the number and the hash of each line',
  options: (command) => withPlaceFlags(command.option('--since <duration>', 'only what is not older, such as 30d')),
  examples: ['recon audit export > audit.ndjson'],
  action: async () => (await import('./export-action.ts')).exportAudit,
};
