import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { withAccounts } from './with-accounts.ts';

export async function newToken(name: string, options: PlaceOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would make a new token for account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    const { token } = await accounts.newToken(name);
    streams.say(`The new access token of ${name}; it is shown only now, and earlier ones no longer work:`);
    await streams.answer(token);
  });
}
