import type { Command } from 'commander';
import type { CommandWords } from '../declare-command.ts';
import { markOnData } from '../global-options.ts';
import { BLOBS_FLAG, DATABASE_FLAG } from './serve.ts';

/** The flags of each command that reads a backup. */
export const withSnapshotFlags = (command: Command) =>
  markOnData(command)
    .option('--key-file <file>', 'the key of an encrypted backup')
    .option('--snapshot <name>', 'an older snapshot, by the name that recon backup printed (default: the newest)');

export const restore: CommandWords = {
  name: 'restore',
  description: 'restore a backup into an empty folder or database',
  arguments: (command) => command.argument('<from>', 'folder of the backup, or s3://bucket/prefix'),
  options: (command) =>
    withSnapshotFlags(command)
      .option('--skip-damaged', 'leave out photos and models whose files are damaged; all else comes back')
      .option('--data <dir>', 'data folder of the new service (default: that of this user)')
      .option(...DATABASE_FLAG)
      .option(...BLOBS_FLAG),
  examples: ['recon restore /mnt/backup/clinic --data /var/lib/recon/data'],
  note: `To move a service to another machine: stop it, back it up, take the backup there, and restore and serve it there with one --data. Patients, accounts, tokens and links go along; the token in the data folder is made anew. Where its address is another one, a line on each computer takes its profile there:
  recon login --profile NAME --base-url URL
It asks for the token that was used before; recon accounts tokens add makes a new one where it is lost.
To get one patient back, restore into a folder of its own, and save the patient from there:
  recon serve --data FOLDER -- recon patients export --id PATIENT --to NEWDIR
Then unpack the archive of the 3D model, which lies in NEWDIR/archives, and make the patient anew, with a new number:
  recon patients create --data UNPACKED/patient.json
Who has no 3D model comes back with the list:
  recon patients import NEWDIR/patients.csv
Height and weight, in patients.csv, come back with recon update, and acceptance with recon accept. Simulations and links do not; an after-record is made of its photos again. Then delete FOLDER, which has all patients of that backup, and NEWDIR and UNPACKED, too.
The key of a bucket stands in the environment; see recon help environment.`,
  action: async () => (await import('./backup/restore-action.ts')).restoreService,
};
