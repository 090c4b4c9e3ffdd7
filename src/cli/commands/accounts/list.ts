import type { Command } from 'commander';
import type { CommandWords } from '../../declare-command.ts';
import { BLOBS_FLAG, DATABASE_FLAG } from '../serve.ts';

/** The flags of each command here. */
export const withPlaceFlags = (command: Command) =>
  command
    .option('--data <dir>', 'data folder of the service (default: that of the last recon serve)')
    .option(...DATABASE_FLAG)
    .option(...BLOBS_FLAG);

export const accountsList: CommandWords = {
  name: 'list',
  description: 'list accounts with their tokens and when they were last used',
  options: (command) => withPlaceFlags(command),
  action: async () => (await import('./list-action.ts')).listAccounts,
};
