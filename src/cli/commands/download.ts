import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addExamples } from '../examples.ts';
import { typeOption } from '../request/flags.ts';
import type { DownloadOptions } from './download-action.ts';

export function addDownload(parent: Command, context: Context): void {
  const command = parent
    .command('download')
    .argument('<patient-id>', 'the patient')
    .description('save the archive of a 3D model, checked byte for byte');
  declareOnUse(command, () => {
    command
      .addOption(typeOption().makeOptionMandatory())
      .option('--to <path>', 'file or folder to save it to; - is stdout (default: patient-ID-TYPE.zip here)')
      .option('--extract <dir>', 'unpack it into this new folder; without --to no zip is kept')
      .option('--force', 'replace what an earlier download left there')
      .action(async (id: string, options: DownloadOptions) => {
        const { downloadModel } = await import('./download-action.ts');
        await downloadModel(id, options, context);
      });
    addExamples(
      command,
      'recon download 7 --type face',
      'recon download 7 --type face --extract ./ana-model',
      'recon download 7 --type face --to - | ssh archive "cat > ana.zip"',
    );
  });
}
