import type { CommandWords } from '../../declare-command.ts';
import { whose } from '../../request/flags.ts';

export const patientsGet: CommandWords = {
  name: 'get',
  description: 'show a patient with reconstructions and simulations',
  arguments: (command) => command.argument('<patient...>', whose('patients to show')),
  options: (command) => command.option('--watch', 'show it again every few seconds, until Ctrl-C'),
  examples: ['recon patients get 7', 'recon patients get "silva, maria"', 'recon patients get 7 --json'],
  action: async () => (await import('./get-action.ts')).getPatients,
};
