import type { CommandWords } from '../../declare-command.ts';
import { addSetFlags } from '../../request/flags.ts';

export const photosCheck: CommandWords = {
  name: 'check',
  description: 'say of each photo if it is good enough for a 3D model; sends nothing',
  arguments: (command) => command.argument('[folder]', 'folder with the photos, as with --photos'),
  options: (command) =>
    addSetFlags(command)
      .optionsGroup('Options:')
      .option('--picture <file>', 'draw what was seen over the photos (.jpg, .png)'),
  examples: [
    'recon photos check ./ana --type face',
    'recon photos check --type mammo --front front.jpg --picture seen.jpg',
  ],
  note: 'One photo is enough. Exit code 0: all are usable, though some may be missing;\n5: one is not, or they do not fit together; 2: a file cannot be read.',
  action: async () => (await import('./check-action.ts')).checkPhotos,
};
