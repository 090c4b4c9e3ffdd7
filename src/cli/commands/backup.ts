import type { CommandWords } from '../declare-command.ts';
import { backupRemove } from './backup/remove.ts';
import { backupVerify } from './backup/verify.ts';
import { withPlaceFlags } from './service-places.ts';

const KEY_FLAG = [
  '--key-file <file>',
  'encrypt it with the key in this file, of at least 32 characters; keep the key elsewhere',
] as const;

export const backup: CommandWords = {
  name: 'backup',
  description: 'copy a service into a backup, also while it runs',
  arguments: (command) => command.argument('<to>', 'a folder, made if it is not there, or s3://bucket/prefix'),
  options: (command) =>
    withPlaceFlags(command.option(...KEY_FLAG)).option('--keep <n>', 'how many snapshots stay, the newest ones', '7'),
  examples: [
    'recon backup /mnt/backup/clinic',
    'recon backup /mnt/backup/clinic --key-file backup.key',
    'recon backup s3://clinic-backup/recon --key-file backup.key',
    'recon backup verify /mnt/backup/clinic',
  ],
  note: `Each night from cron, where -q tells warnings and errors alone:
  0 2 * * *  recon backup /mnt/backup/clinic --key-file /etc/recon/backup.key -q
The key of a bucket stands in the environment; see recon help environment.`,
  commands: [backupVerify, backupRemove],
  action: async () => (await import('./backup/backup-action.ts')).backUpService,
};
