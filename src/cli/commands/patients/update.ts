import { Option } from 'commander';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { VIEWS } from '../../../contract/reconstruction.ts';
import type { CommandWords } from '../../declare-command.ts';
import {
  addPatientFlags,
  addPhotoCheckFlags,
  addReconstructionFlags,
  addSizeFlags,
  addWaitFlags,
  flagOf,
  whose,
} from '../../request/flags.ts';

export const patientsUpdate: CommandWords = {
  name: 'update',
  description: 'change what is kept of a patient, or make a 3D model again from new photos',
  arguments: (command) => command.argument('[patient]', whose('whom to change')),
  options: (command) => {
    addReconstructionFlags(addSizeFlags(addPatientFlags(command)), UPDATE_VIEWS);
    command.option('--photos <dir>', 'folder with photos; left, front and right are sent, others stay as they are');
    // Known, so that they can be refused with the reason instead of as a typing error.
    for (const name of ['provider', ...VIEWS.filter((view) => !UPDATE_VIEWS.includes(view))]) {
      command.addOption(new Option(`${flagOf(name)} <value>`).hideHelp());
    }
    return addWaitFlags(addPhotoCheckFlags(command.optionsGroup('Options:')))
      .option('--data <file>', 'take values from a file, a JSON object (- is stdin)')
      .option('--yes', 'erase a field, make a model anew, or save an odd number, without being asked');
  },
  examples: [
    'recon update 7 --phone "+351 21 000 0000"',
    'recon update 7 --height 172 --weight 68.5',
    'recon update 7 --type face --front new-front.jpg',
  ],
  note: `An empty value erases what is kept: --email "" leaves no e-mail address.
A model is made anew in the same way (provider). For another way, make a second record with a name of its own, such as "Ana Sample (head)", and delete the one that is not needed.`,
  action: async () => (await import('./update-action.ts')).updatePatient,
};
