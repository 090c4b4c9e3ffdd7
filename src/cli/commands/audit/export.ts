import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const auditExport: CommandWords = {
  name: 'export',
  description: 'print the audit, one JSON object a line, with the number and the hash of each line',
  options: (command) =>
    withPlaceFlags(command.option('--since <time>', 'only lines since then, such as 12h, 30d, today or 2026-01-31')),
  examples: ['recon audit export > audit.ndjson'],
  note: `Keep the file where whoever can change the service cannot change it. Later, recon audit verify audit.ndjson tells if the audit still has the same lines.`,
  action: async () => (await import('./export-action.ts')).exportAudit,
};
