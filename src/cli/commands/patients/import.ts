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
      .option('--no-wait', 'do not wait for the 3D models, which is so without --wait')
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
  note: `The report is the list, and in its last columns recon_id, recon_status and recon_error. recon_status is
created, already_there, failed (recon_error tells why; mostly it is to be put right),
unknown (recon resume finds out) or not_sent; after --dry-run new, which an import would create.
recon_row, the last one, lets a next import know the row again: leave it as it is.
--dry-run --json has the same of each row in rows; new is null where no service
could be asked who is there already.
A report that was changed since is not lost: the new one is FILE.report.2.csv, or, where
--report FILE.csv names it, the earlier one is moved to FILE.2.csv.`,
  action: async () => (await import('./import-action.ts')).importPatients,
};
