import type { CommandWords } from '../../declare-command.ts';
import { typeOption } from '../../request/flags.ts';

export const patientsImport: CommandWords = {
  name: 'import',
  description: 'create many patients; repeated, it does what is missing',
  arguments: (command) =>
    command.argument('[list]', 'FILE.xlsx, FILE.csv, FILE.ndjson, or a folder with a folder for each patient'),
  options: (command) =>
    command
      .option('--map <file>', 'which column is which field: lines such as Telefone = phone')
      .option('--yes', 'take the columns, or the names of folders, as they are shown')
      .option('--jobs <n>', 'patients sent at the same time (default: the setting jobs, 4)')
      .option('--report <file>', 'where the report goes (default: beside the list); of folders a FILE.csv is a table')
      .option('--folder <dir>', 'where the paths of photos in the list start (default: its own folder)')
      .addOption(
        typeOption(
          'kind of 3D model of folders without a patient.json; each is named as its patient, such as "Silva, Maria"',
        ),
      )
      .option('--wait', 'wait for the 3D models')
      .option('--no-wait', 'do not wait for the 3D models (the default)')
      .option('--wait-timeout <duration>', 'how long to wait for the 3D models (default: 30m)')
      .option('--keep-going', 'send the good rows where others have problems')
      .option('--allow-same', 'also rows that are the same; makes again who is there already')
      .option('--photo-check', 'look at the photos first; tells, and on a terminal asks')
      .option(
        '--watch',
        'stay, and import each folder as soon as it is complete: photos, and a patient.json with at least {"name": "…", "type": "face"}, or with --type its name',
      ),
  examples: [
    'recon patients import patients.csv --dry-run',
    'recon patients import patients.xlsx --map columns.txt',
    'recon patients import patients.csv --jobs 8',
    'recon patients import ./photos --type face --dry-run',
    'recon patients import ./camera --watch',
  ],
  note: `The report is the list with four columns more: recon_id, recon_status, recon_error (why, where something is wrong) and recon_row, by which a next import knows the row again: leave it as it is. recon_status is
  created        by this import or an earlier one of the same list
  already_there
  failed         mostly to be put right, as recon_error says
  unknown        perhaps created; recon resume finds out
  not_sent
  new            after --dry-run: an import would create it
--dry-run --json has the same of each row in rows; there new is null where no service could be asked who is there already.
A report that was changed since stays: the new one is FILE.report.2.csv, or, where --report FILE.csv names it, the earlier one is moved to FILE.2.csv.`,
  action: async () => (await import('./import-action.ts')).importPatients,
};
