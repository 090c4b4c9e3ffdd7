import type { CommandWords } from '../../declare-command.ts';
import { withSnapshotFlags } from '../restore.ts';

export const backupVerify: CommandWords = {
  name: 'verify',
  description: 'tell what a backup holds, and check every record and file of it',
  note: 'It is restored into a temporary folder (TMPDIR), which goes again. Nothing of the service or of the backup is changed.',
  arguments: (command) => command.argument('<from>', 'folder of the backup, or s3://bucket/prefix'),
  options: (command) => withSnapshotFlags(command).option('--all', 'every snapshot, and tell which are damaged'),
  examples: [
    'recon backup verify /mnt/backup/clinic',
    'recon backup verify /mnt/backup/clinic --key-file backup.key --all',
  ],
  action: async () => (await import('./verify-action.ts')).verifyService,
};
