import type { CommandWords } from '../../declare-command.ts';
import { addPhotoCheckFlags, addReconstructionFlags, addWaitFlags, whose } from '../../request/flags.ts';

export const afterCreate: CommandWords = {
  name: 'create',
  description: 'record the result of a treatment, from new photos',
  arguments: (command) => command.argument('[patient]', whose('whose result')),
  options: (command) =>
    addWaitFlags(addPhotoCheckFlags(addReconstructionFlags(command).optionsGroup('Options:')))
      .option('--data <file>', 'take values from a file, a JSON object (- is stdin)')
      .option('--force', 'send a provider that is not for the type'),
  examples: ['recon after create 7 --type face --photos ./ana-after'],
  action: async () => (await import('./create-action.ts')).createAfter,
};
