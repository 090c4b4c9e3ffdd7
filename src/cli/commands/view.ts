import { Option } from 'commander';
import { NAMED_VIEWS } from '../../contract/model-views.ts';
import type { CommandWords } from '../declare-command.ts';
import { typeOption, whose } from '../request/flags.ts';

export const view: CommandWords = {
  name: 'view',
  description: 'turn and measure a 3D model in the browser',
  arguments: (command) =>
    command
      .argument(
        '[patient]',
        `${whose('whose 3D model')}; or an archive, FILE.zip, or the folder it was unpacked into, DIR/`,
      )
      .argument('[file]', 'a second archive or folder to compare with'),
  options: (command) =>
    command
      .addOption(typeOption())
      .option('--after <number>', 'compare with an after-record, 1 for the first')
      .option('--catalogue <file>', 'the clinic’s own implants, FILE.csv, for simulations')
      .option('--picture <file>', 'save a picture instead: left, front and right (.png, .jpg)')
      .addOption(new Option('--only <view>', 'with --picture: this view alone').choices(Object.keys(NAMED_VIEWS)))
      .option('--no-open', 'print the address and open no browser'),
  examples: [
    'recon view 7 --type face',
    'recon view 7 --type mammo --after 1',
    'recon view 7 --type face --picture ana.png',
    'recon view 7 --type face --picture ana.png --only front',
    'recon view patient-7-mammo.zip --catalogue implants.csv',
    'recon view before.zip after.zip',
  ],
  note: 'It shows the model until Ctrl-C. The address works once, on this machine only. --picture is small and of one model: it does not go with --after, a second archive or --catalogue. For a letter, “Save picture” on the page saves a large one. What is printed has the clinic’s name that recon config set clinic NAME keeps.',
  action: async () => (await import('./view-action.ts')).viewModel,
};
