import type { CommandWords } from '../../declare-command.ts';
import { typeOption, whose } from '../../request/flags.ts';

export const patientsAccept: CommandWords = {
  name: 'accept',
  description: 'accept a 3D model, so that no update replaces it (only with a service that recon runs)',
  arguments: (command) => command.argument('[patient]', whose('whose model')),
  options: (command) =>
    command
      .addOption(typeOption())
      .option('--earlier', 'where the newest generation failed: accept the model that was made before it')
      .option('--undo', 'take it back, so that the model can be replaced again'),
  examples: ['recon accept 7 --type face', 'recon accept "silva, maria" --type face --undo'],
  action: async () => (await import('./accept-action.ts')).acceptModel,
};
