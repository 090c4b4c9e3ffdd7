import type { Context } from '../../../context.ts';
import type { PlaceOptions } from '../../service-places.ts';
import { withAccounts } from '../with-accounts.ts';

export async function revokeToken(
  account: string,
  token: string,
  options: PlaceOptions,
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would revoke the token ${JSON.stringify(token)} of account ${account}`);
  await withAccounts(options, context, async (accounts) => {
    await accounts.revokeToken(account, token);
    streams.say(`The token ${JSON.stringify(token)} of ${account} does not work any more.`);
  });
}
