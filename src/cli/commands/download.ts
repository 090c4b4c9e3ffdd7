import { Option } from 'commander';
import type { CommandWords } from '../declare-command.ts';
import { typeOption, whose } from '../request/flags.ts';

export const download: CommandWords = {
  name: 'download',
  description: 'save a 3D model as a zip archive',
  arguments: (command) => command.argument('[patient]', whose('whose 3D model')),
  options: (command) =>
    command
      .addOption(typeOption('kind of 3D model (required in a script)'))
      .option(
        '--to <path>',
        'file, or folder (a new one ends with /), to save it to; - is stdout (default: patient-ID-TYPE.zip here)',
      )
      .option('--after <number>', 'an after-record, 1 for the first (only with a service that recon runs)')
      .addOption(
        new Option('--only <part>', 'the shape alone, without photos and record: a GLB, STL or OBJ file').choices([
          'model',
          'stl',
          'obj',
        ]),
      )
      .option('--extract <dir>', 'unpack it into this new folder; without --to no zip is kept')
      .option('--force', 'replace what an earlier download left there')
      .option('--preview', 'then draw the model in this terminal'),
  examples: [
    'recon download 7 --type face',
    'recon download 7 --type face --only model --to ana.glb',
    'recon download 7 --type face --only stl --to ana.stl',
    'recon download 7 --type face --extract ./ana-model',
    'recon download 7 --type face --to - | ssh archive "cat > ana.zip"',
  ],
  note: 'The archive, and so the folder of --extract, has the model as GLB and OBJ, with the colours, and no STL: --only stl makes one. It is what 3D printers take: in mm, without colours, Z up, the lowest point at z = 0, and the middle at x = y = 0. --only model is the GLB.\n\nBeside the 3D model, the archive of a recon service holds the original photos and who the patient is; whoever gets it gets them, too.',
  action: async () => (await import('./download-action.ts')).downloadModel,
};
