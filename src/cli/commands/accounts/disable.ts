import type { CommandWords } from '../../declare-command.ts';
import { withPlaceFlags } from '../service-places.ts';

export const accountsDisable: CommandWords = {
  name: 'disable',
  description: 'let nobody act for an account and its sub accounts until it is enabled again; it keeps its patients',
  arguments: (command) => command.argument('<name>', 'which account'),
  options: (command) => withPlaceFlags(command.option('--yes', 'without being asked')),
  examples: ['recon accounts disable dr-silva'],
  note: `In a script, where nobody can be asked, it needs --yes.
An account is never deleted: the audit tells by its name who did what. To close one for good, log in with a token of it, and
  recon patients export --to FOLDER   saves its patients with their models
  recon transfer PATIENT --back       gives back one that its main account gave
  recon patients delete PATIENT …     deletes the others
Then disable it: its tokens and links end.`,
  action: async () => (await import('./disable-action.ts')).disableAccount,
};
