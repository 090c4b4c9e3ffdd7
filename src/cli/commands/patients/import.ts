import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';
import type { PatientsImportOptions } from './watch-action.ts';

export function addPatientsImport(parent: Command, context: Context): void {
  const command = parent
    .command('import')
    .argument('<list>', 'FILE.csv, FILE.ndjson, or a folder with a folder for each patient')
    .description('create many patients; repeated, it does what is missing')
    .option('--jobs <n>', 'patients sent at the same time (default: the setting jobs, 4)')
    .option('--report <file>', 'where the report goes (default: beside the list)')
    .option('--wait', 'wait for the 3D models')
    .option('--wait-timeout <duration>', 'how long to wait for the 3D models (default: 30m)')
    .option('--keep-going', 'send the good rows where others have problems')
    .option('--allow-same', 'also rows that are the same, and patients that are there already')
    .option('--watch', 'stay, and import each folder as soon as it is complete')
    .action(async (list: string, options: PatientsImportOptions) => {
      const { importPatients } = await import('./import-action.ts');
      await importPatients(list, options, context);
    });
  addExamples(
    command,
    'recon patients import patients.csv --dry-run',
    'recon patients import patients.csv --jobs 8',
    'recon patients import ./camera --watch',
  );
}
