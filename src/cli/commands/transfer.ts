import type { CommandWords } from '../declare-command.ts';
import { whose } from '../request/flags.ts';

export const transfer: CommandWords = {
  name: 'transfer',
  description: 'move patients from the main to a sub account',
  arguments: (command) => command.argument('<patient...>', whose('patients to transfer')),
  options: (command) =>
    command
      .requiredOption('--to <surgeon>', 'id or kept name of the account that gets them')
      .option('--yes', 'without being asked'),
  examples: ['recon transfer 7 --to 3', 'recon transfer "silva, maria" --to dr-silva'],
  action: async () => (await import('./transfer-action.ts')).transferPatients,
};
