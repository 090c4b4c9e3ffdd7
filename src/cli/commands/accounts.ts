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
  commands: [accountsList, accountsAdd, accountsUpdate, accountsDisable, accountsEnable, accountsToken, accountsTokens],
};
