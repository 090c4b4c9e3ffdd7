import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { printToken, sayWhereToLogIn } from './print-token.ts';
import { type QuotaOptions, quotaOf } from './quota-flags.ts';
import { withAccounts } from './with-accounts.ts';

export async function addAccount(
  name: string,
  options: PlaceOptions & QuotaOptions & { under?: string },
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  const quota = quotaOf(options);
  if (globals().dryRun) return streams.say(`Would add account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    const { token } = await accounts.add(name, options.under, quota);
    const sentence = `Account ${name} is there. This is its access token`;
    await printToken({ sentence, ofWhom: { name }, token }, context);
    await sayWhereToLogIn(options, context);
  });
}
