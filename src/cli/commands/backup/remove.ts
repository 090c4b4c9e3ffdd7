import type { CommandWords } from '../../declare-command.ts';
import { markOnData } from '../../global-options.ts';

export const backupRemove: CommandWords = {
  name: 'remove',
  description: 'remove snapshots from a backup, such as a damaged one; the others stay as they are',
  arguments: (command) =>
    command
      .argument('<from>', 'folder of the backup, or s3://bucket/prefix')
      .argument('<snapshots...>', 'names of snapshots, as backup verify --all tells them'),
  options: (command) => markOnData(command).option('--yes', 'without being asked'),
  examples: ['recon backup remove /mnt/backup/clinic 2026-11-27T02-00-00-000Z'],
  action: async () => (await import('./remove-action.ts')).removeFromBackup,
};
