import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';
import { addPatientFlags, addReconstructionFlags, addWaitFlags, type RequestOptions } from '../../request/flags.ts';

export function addPatientsCreate(parent: Command, context: Context): void {
  const command = parent
    .command('create')
    .description('create a patient, with photos for a 3D reconstruction or without');
  addPatientFlags(command);
  addReconstructionFlags(command);
  addWaitFlags(command.optionsGroup('Options:'));
  command
    .option('--data <file>', 'take values from a JSON object in a file; - is stdin')
    .option('--sync', 'let the service answer when the 3D model is there')
    .option('--allow-same', 'also where a patient with the same name, email and phone is there')
    .option('--force', 'send a provider that is not for the type')
    .action(async (options: RequestOptions) => {
      const { createPatient } = await import('./create-action.ts');
      await createPatient(options, context);
    });
  addExamples(
    command,
    'recon patients create --name "Ana Example" --email ana@example.org',
    'recon patients create --name "Ana Example" --type face --provider head-hq --photos ./ana',
    'recon patients create --data ana.json --no-wait',
  );
}
