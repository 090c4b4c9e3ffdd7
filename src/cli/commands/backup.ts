import type { CommandWords } from '../declare-command.ts';
import { backupRemove } from './backup/remove.ts';
import { backupVerify } from './backup/verify.ts';
import { withPlaceFlags } from './service-places.ts';

const KEY_FLAG = [
  '--key-file <file>',
  'encrypt it with the key in this file, of at least 32 characters; without the key the backup is lost',
] as const;

export const backup: CommandWords = {
  name: 'backup',
  description: 'back up a whole service, also while it runs',
  arguments: (command) => command.argument('<to>', 'a folder, made if it is not there, or s3://bucket/prefix'),
  options: (command) =>
    withPlaceFlags(command.option(...KEY_FLAG)).option(
      '--keep <n>',
      'keep the newest n snapshots, and remove older ones',
      '7',
    ),
  examples: [
    'recon backup /mnt/backup/clinic',
    'recon backup /mnt/backup/clinic --key-file backup.key',
    'recon backup s3://clinic-backup/recon --key-file backup.key',
    'recon backup verify /mnt/backup/clinic',
  ],
  note: `For a backup each night, this line goes into the crontab of the user who runs the service, with the whole paths of recon and KEY:
  15 2 * * *  recon backup /mnt/backup --key-file KEY -q; recon doctor -q
and this one, which checks each week that all of it can be read:
  15 5 * * 0  recon backup verify /mnt/backup --key-file KEY -q
Cron mails what is printed, and nothing is printed where all went well. doctor also looks if the newest backup is there.
Cron has little of your environment. Lines above that one, with whole paths, give what doctor needs:
  RECON_TOKEN_FILE=DATA/token
    where the token is in a keyring; DATA is the data folder of the service
  RECON_BASE_URL=https://HOST
    with it, where there is no profile local
Where an authority of the clinic signed the certificate of the service, doctor trusts the file that recon config set ca-file FILE keeps.
The backup has no copy of its key: that lies in the file of --key-file alone. Keep a copy away from this machine and from the backup, and try it once: recon backup verify /mnt/backup --key-file COPY
The exit code is 0 for a whole backup, and 7 for one without files that the service itself has lost.
The key of a bucket comes from the environment; see recon help environment.`,
  commands: [backupVerify, backupRemove],
  action: async () => (await import('./backup/backup-action.ts')).backUpService,
};
