import type { CommandWords } from '../../declare-command.ts';
import { whose } from '../../request/flags.ts';

export const patientsDelete: CommandWords = {
  name: 'delete',
  description: 'delete patients with their photos and 3D models',
  arguments: (command) => command.argument('[patient...]', whose('patients to delete')),
  options: (command) =>
    command.option('--yes', 'without being asked').option('--if-exists', 'a patient that is not there is no error'),
  examples: [
    'recon patients delete 7',
    'recon patients delete "silva, maria"',
    'recon patients delete 7 9 --yes --if-exists',
  ],
  note: 'Nothing undoes it. From a backup of before a patient can be made anew: recon restore --help tells how.\nIn a script, --yes --if-exists with nobody named deletes nobody and ends with 0.',
  action: async () => (await import('./delete-action.ts')).deletePatients,
};
