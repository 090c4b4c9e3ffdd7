import { Option } from 'commander';
import { SCOPES } from '../../../../contract/scopes.ts';
import type { CommandWords } from '../../../declare-command.ts';
import { withPlaceFlags } from '../../service-places.ts';

export const tokensAdd: CommandWords = {
  name: 'add',
  description: 'add a token to an account and print it, once; the others go on working',
  arguments: (command) => command.argument('<account>', 'who gets it'),
  options: (command) =>
    withPlaceFlags(
      command
        .requiredOption('--label <text>', 'whose it is, as it stands in lists (required)')
        .addOption(new Option('--scope <scope>', 'what it may do (required)').choices(SCOPES).makeOptionMandatory())
        .option(
          '--expires <duration>',
          'how long it works, from 1m, such as 12h or 90d (default: until it is revoked)',
        ),
    ),
  examples: [
    'recon accounts tokens add dr-silva --label "front desk" --scope write --expires 90d',
    'recon accounts tokens add dr-silva --label statistics --scope read',
  ],
  note: 'read: see all of the account, and change nothing. write: also add, change and delete, and make links for photos (invite). admin: also see how the service stands (doctor).',
  action: async () => (await import('./add-action.ts')).addToken,
};
