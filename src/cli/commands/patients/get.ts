import type { CommandWords } from '../../declare-command.ts';
import { ADDRESSES_NOTE, FAILURE_NOTE, STATES_NOTE, TEMPLATE_NOTE, whose } from '../../request/flags.ts';

export const patientsGet: CommandWords = {
  name: 'get',
  description: 'show a patient, with 3D models and simulations',
  arguments: (command) => command.argument('[patient...]', whose('patients to show')),
  options: (command) =>
    command
      .option('--watch', 'show it again every few seconds, until Ctrl-C')
      .option('--template <text>', 'a line for each patient, with fields in braces, such as "{id} {name}"')
      .option('--preview', 'draw the model, or the photo from the front, in this terminal'),
  examples: ['recon show 7', 'recon show "silva, maria"', 'recon show 7 --preview', 'recon show 7 --json'],
  note: `${ADDRESSES_NOTE}
${STATES_NOTE}
${FAILURE_NOTE}
${TEMPLATE_NOTE}`,
  action: async () => (await import('./get-action.ts')).getPatients,
};
