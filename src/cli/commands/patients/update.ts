import { type Command, Option } from 'commander';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { VIEWS } from '../../../contract/reconstruction.ts';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';
import {
  addPatientFlags,
  addReconstructionFlags,
  addWaitFlags,
  flagOf,
  type RequestOptions,
} from '../../request/flags.ts';

export function addPatientsUpdate(parent: Command, context: Context): void {
  const command = parent
    .command('update')
    .argument('<id>', 'the patient')
    .description('change fields of a patient, or replace photos and measures of a reconstruction');
  addPatientFlags(command);
  addReconstructionFlags(command, UPDATE_VIEWS);
  // Known, so that they can be refused with the reason instead of as a typing error.
  for (const name of ['provider', 'photos', ...VIEWS.filter((view) => !UPDATE_VIEWS.includes(view))]) {
    command.addOption(new Option(`${flagOf(name)} <value>`).hideHelp());
  }
  addWaitFlags(command.optionsGroup('Options:'));
  command
    .option('--data <file>', 'take values from a JSON object in a file; - is stdin')
    .option('--yes', 'erase a field, or make a model anew, without being asked')
    .action(async (id: string, options: RequestOptions) => {
      const { updatePatient } = await import('./update-action.ts');
      await updatePatient(id, options, context);
    });
  addExamples(
    command,
    'recon patients update 7 --phone "+351 21 000 0000"',
    'recon patients update 7 --type face --front new-front.jpg',
  );
}
