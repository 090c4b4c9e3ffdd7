import { withoutTokens } from '../../../../system/without-tokens.ts';
import type { Context } from '../../../context.ts';
import type { PlaceOptions } from '../../service-places.ts';
import { confirmShutOut, shutOutHere, tokenText, workingTokens } from '../confirm-shut-out.ts';
import { withAccounts } from '../with-accounts.ts';
import { WHAT_STAYS } from './what-stays.ts';

export async function revokeToken(
  account: string,
  token: string,
  { yes, ...options }: PlaceOptions & { yes?: boolean },
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  // Somebody may have pasted the token itself.
  const named = JSON.stringify(withoutTokens(token));
  await withAccounts(options, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.revokeToken(account, token);
      return streams.say(`Would revoke the token ${named} of account ${account}`);
    }
    const working = await workingTokens(accounts, account);
    const meant = working.filter(({ id, label }) => label === token || String(id) === token);
    const here = await shutOutHere(meant, accounts, context);
    if (meant.length > 0) {
      const whom = `whoever uses ${meant.length === 1 ? 'this token' : 'one of these tokens'} of ${account} will be refused: ${meant.map(tokenText).join(', ')}`;
      const deed = `revoke ${meant.length === 1 ? 'a token' : `${meant.length} tokens`} of ${account}`;
      const question = `Revoke ${meant.length === 1 ? 'it' : 'them'}?`;
      await confirmShutOut({ whom: [whom, ...here.map(({ before }) => before)], deed, question, yes }, context);
    }
    await accounts.revokeToken(account, token);
    streams.say(`The token ${named} of ${account} does not work any more.`);
    streams.say(WHAT_STAYS);
    for (const { after } of here) streams.note(after);
  });
}
