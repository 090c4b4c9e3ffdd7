import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';
import { typeOption } from '../../request/flags.ts';
import type { PatientsExportOptions } from './export-action.ts';

const several = (value: string, before: string[] = []) => [...before, value];

export function addPatientsExport(parent: Command, context: Context): void {
  const command = parent
    .command('export')
    .description('save patients and their 3D models in a folder; repeated, it goes on where it stopped')
    .requiredOption('--to <dir>', 'the folder: a new one, an empty one, or that of an earlier export')
    .option('--name <text>', 'whose name holds this text')
    .option('--email <text>', 'whose e-mail address holds this text')
    .option('--id <id>', 'this patient; may be given several times', several)
    .addOption(typeOption('kind of 3D model; may be given several times (default: all)').argParser(several))
    .option('--no-archives', 'records only')
    .option('--jobs <n>', 'downloads at the same time (default: the setting jobs, 4)')
    .action(async (options: PatientsExportOptions) => {
      const { exportToFolder } = await import('./export-action.ts');
      await exportToFolder(options, context);
    });
  addExamples(
    command,
    'recon patients export --to ./backup',
    'recon patients export --to ./faces --type face --name silva',
    'cd backup && sha256sum -c SHA256SUMS',
  );
}
