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
  note: `Each night, in the crontab of the user who runs the service; KEY and recon with their whole paths:
  15 2 * * *  recon backup /mnt/backup --key-file KEY -q; recon doctor -q
Cron mails what is printed. Where all went well that is nothing: doctor looks at the service, and if the backups are there.
A backup that was made ends with 0; 7 is one that lacks files which the service has lost.
The key of a bucket stands in the environment; see recon help environment.`,
  commands: [backupVerify, backupRemove],
  action: async () => (await import('./backup/backup-action.ts')).backUpService,
};
