import type { CommandWords } from '../declare-command.ts';
import { backupVerify } from './backup/verify.ts';
import { withPlaceFlags } from './service-places.ts';

const KEY_FLAG = ['--key-file <file>', 'the key of an encrypted backup: at least 32 characters'] as const;

export const backup: CommandWords = {
  name: 'backup',
  description: 'copy a service into a backup, also while it runs',
  arguments: (command) => command.argument('<to>', 's3://bucket/prefix, or a folder; one that is not there is made'),
  options: (command) =>
    withPlaceFlags(command.option(...KEY_FLAG)).option('--keep <n>', 'remove all but the newest snapshots', '7'),
  examples: [
    'recon backup /mnt/backup/clinic',
    'recon backup /mnt/backup/clinic --key-file backup.key',
    'recon backup s3://clinic-backup/recon --key-file backup.key',
    'recon backup verify /mnt/backup/clinic',
  ],
  commands: [backupVerify],
  action: async () => (await import('./backup/backup-action.ts')).backUpService,
};
