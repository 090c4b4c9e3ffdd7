import type { CommandWords } from '../../declare-command.ts';
import { withSnapshotFlags } from '../restore.ts';

export const backupVerify: CommandWords = {
  name: 'verify',
  description: 'restore a backup into a temporary folder and compare every record and file',
  arguments: (command) => command.argument('<dir>', 'folder of the backup'),
  options: withSnapshotFlags,
  action: async () => (await import('./verify-action.ts')).verifyService,
};
