import type { Context } from '../../context.ts';
import { ofFolder, type PlaceOptions } from '../service-places.ts';
import { printToken, sayWhereToLogIn } from './print-token.ts';
import { type QuotaOptions, quotaOf } from './quota-flags.ts';
import { withAccounts } from './with-accounts.ts';

type AddOptions = PlaceOptions & QuotaOptions & { under?: string };

export async function addAccount(name: string, options: AddOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  const quota = quotaOf(options);
  if (globals().dryRun) return streams.say(`Would add account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    const made = await accounts.add(name, options.under, quota);
    await printToken({ subject: `Account ${name} is there. Its access token`, ofWhom: { name }, made }, context);
    if (streams.stderrIsTty()) sayWhomItSees(name, options, context);
    await sayWhereToLogIn(options, context);
  });
}

/** Whoever is to see the same patients needs a token, and no account. */
function sayWhomItSees(name: string, { under: other = 'main', ...place }: AddOptions, { streams }: Context): void {
  const before = `${name} sees no patients of other accounts; a token for somebody who is to see those of ${other}`;
  const command = ['accounts', 'tokens', 'add', other, '--label', name, '--scope', 'write', '--expires', '90d'];
  streams.say(ofFolder({ before, command }, place));
}
