import type { CommandWords } from '../../declare-command.ts';
import { addPatientFlags, addPhotoCheckFlags, addReconstructionFlags, addWaitFlags } from '../../request/flags.ts';

export const patientsCreate: CommandWords = {
  name: 'create',
  description: 'add a patient, with photos for a 3D model or without',
  options: (command) =>
    addWaitFlags(addPhotoCheckFlags(addReconstructionFlags(addPatientFlags(command)).optionsGroup('Options:')))
      .option('--data <file>', 'take values from a file, a JSON object (- is stdin)')
      .option('--sync', 'let the service answer only when the 3D model is there')
      .option('--allow-same', 'also where a patient with the same name, email and phone is there')
      .option('--force', 'send a provider that is not for the type'),
  examples: [
    'recon create --name "Ana Example" --email ana@example.org',
    'recon create --name "Ana Example" --type face --provider head-hq --photos ./ana',
    'recon create --data ana.json --no-wait',
  ],
  note: 'Which photos and measures a 3D model needs: recon help types\nHeight and weight: recon update, once the patient is there (only with a service that recon runs).',
  action: async () => (await import('./create-action.ts')).createPatient,
};
