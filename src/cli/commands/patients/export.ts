import { type CommandWords, several } from '../../declare-command.ts';
import { STATES_NOTE, typeOfWord, typeOption } from '../../request/flags.ts';

const severalTypes = (word: string, before?: string[]) => several(typeOfWord(word), before);

export const patientsExport: CommandWords = {
  name: 'export',
  description: 'save patients and their 3D models in a folder; repeated, it goes on where it stopped',
  options: (command) =>
    command
      .option('--to <dir>', 'the folder: a new one, an empty one, or that of an earlier export')
      .option('--name <text>', 'only patients with this text in the name')
      .option('--email <text>', 'only patients with this text in the e-mail address')
      .option('--id <id>', 'only this patient, by id or name; may be given several times', several)
      .addOption(
        typeOption('only 3D models of this kind; may be given several times (default: all)').argParser(severalTypes),
      )
      .option('--no-archives', 'save the records only, without 3D models')
      .option('--moved', 'the folder is of this service at its earlier address; the export goes on in it')
      .option('--remove-gone', 'remove archives of earlier exports whose patients were deleted or transferred since')
      .option('--jobs <n>', 'downloads at the same time (default: the setting jobs, 4)'),
  examples: [
    'recon patients export --to ./backup',
    'recon patients export --to ./backup -o xlsx',
    'recon patients export --to ./backup --remove-gone',
    'recon patients export --to ./faces --type face --name silva',
    'cd backup && sha256sum -c SHA256SUMS',
  ],
  note: `Keep the folder as closely as the photos themselves: patients.ndjson has addresses of photos, which at a recon service work for a day.
For Excel take -o xlsx, which adds patients.xlsx; Excel reads the accents of patients.csv wrongly.
${STATES_NOTE}`,
  action: async () => (await import('./export-action.ts')).exportToFolder,
};
