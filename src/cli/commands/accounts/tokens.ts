import type { GroupWords } from '../../declare-command.ts';
import { tokensAdd } from './tokens/add.ts';
import { tokensList } from './tokens/list.ts';
import { tokensRevoke } from './tokens/revoke.ts';

export const accountsTokens: GroupWords = {
  name: 'tokens',
  description: 'access tokens of an account, one for each person, machine or program',
  commands: [tokensList, tokensAdd, tokensRevoke],
};
