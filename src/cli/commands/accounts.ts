import type { GroupWords } from '../declare-command.ts';
import { accountsAdd } from './accounts/add.ts';
import { accountsList } from './accounts/list.ts';
import { accountsToken } from './accounts/token.ts';

export const accounts: GroupWords = {
  name: 'accounts',
  description: 'accounts of the service that runs on this machine',
  commands: [accountsList, accountsAdd, accountsToken],
};
