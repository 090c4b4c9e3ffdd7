import type { GroupWords } from '../declare-command.ts';
import { accountsAdd } from './accounts/add.ts';
import { accountsDisable } from './accounts/disable.ts';
import { accountsEnable } from './accounts/enable.ts';
import { accountsList } from './accounts/list.ts';
import { accountsToken } from './accounts/token.ts';
import { accountsTokens } from './accounts/tokens.ts';
import { accountsUpdate } from './accounts/update.ts';

export const accounts: GroupWords = {
  name: 'accounts',
  description: 'accounts of the service that runs on this machine',
  note: `When somebody leaves: revoke the tokens, and give whoever takes over a token of the same account. Patients move only between a main account and its sub accounts (recon transfer):
  recon accounts tokens list
  recon accounts tokens revoke ACCOUNT TOKEN
  recon accounts tokens add ACCOUNT --label NAME --scope write

What an account may store is set by --quota and --max-patients of add and update. How many requests and uploads it may send is the same for every account: recon serve --help tells it.`,
  commands: [accountsList, accountsAdd, accountsUpdate, accountsDisable, accountsEnable, accountsToken, accountsTokens],
};
