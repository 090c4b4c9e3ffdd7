import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { withAccounts } from './with-accounts.ts';

export async function disableAccount(name: string, options: PlaceOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would disable account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    await accounts.setDisabled(name, true);
    streams.say(`Account ${name} is disabled: its tokens, invitations and pictures open nothing until it is enabled.`);
  });
}

export async function enableAccount(name: string, options: PlaceOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would enable account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    await accounts.setDisabled(name, false);
    streams.say(`Account ${name} can be used.`);
  });
}
