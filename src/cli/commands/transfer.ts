import type { CommandWords } from '../declare-command.ts';
import { whose } from '../request/flags.ts';

export const transfer: CommandWords = {
  name: 'transfer',
  description: 'give patients to a surgeon, or back',
  arguments: (command) => command.argument('[patient...]', whose('patients to transfer')),
  options: (command) =>
    command
      .option('--to <surgeon>', 'the surgeon who gets them, by id or name')
      .option('--back', 'give them back from a sub account to its main account (only with a service that recon runs)')
      .option('--yes', 'without being asked'),
  examples: ['recon transfer 7 --to 3', 'recon transfer "silva, maria" --to dr-silva', 'recon transfer 7 --back'],
  action: async () => (await import('./transfer-action.ts')).transferPatients,
};
