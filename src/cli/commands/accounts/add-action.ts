import type { Line } from '../../../errors.ts';
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
    if (streams.stderrIsTty()) streams.say(whomItSees(name, options));
    await sayWhereToLogIn(options, context);
  });
}

/** A surgeon is given patients. Whoever else is to see the same ones needs a token, and no account. */
function whomItSees(name: string, { under, ...place }: AddOptions): Line {
  const sees = `${name} sees no patients of other accounts`;
  if (under !== undefined) {
    return { before: `${sees}; ${under} gives it some`, command: ['transfer', 'PATIENT', '--to', name] };
  }
  const before = `${sees}; a token for somebody who is to see those of main`;
  const command = ['accounts', 'tokens', 'add', 'main', '--label', name, '--scope', 'write', '--expires', '90d'];
  return ofFolder({ before, command }, place);
}
