import type { Line } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { ofFolder, type PlaceOptions } from '../service-places.ts';
import { printToken, sayWhereToLogIn } from './print-token.ts';
import { type QuotaOptions, quotaOf, quotaText } from './quota-flags.ts';
import { withAccounts } from './with-accounts.ts';

type AddOptions = PlaceOptions & QuotaOptions & { under?: string };

export async function addAccount(name: string, options: AddOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  const quota = quotaOf(options);
  await withAccounts(options, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.add(name, options.under, quota);
      const kind = options.under === undefined ? 'a main account' : `a sub account of ${options.under}`;
      const token = `a token of scope write that works until it is revoked`;
      return streams.say(`Would add account ${name}, ${kind}${quotaText(options)}, with ${token}`);
    }
    const made = await accounts.add(name, options.under, quota);
    await printToken({ subject: `Account ${name} is there. Its access token`, ofWhom: { name }, made }, context);
    const others = (await accounts.list()).filter((one) => one.parentId === null && one.name !== name);
    if (streams.stderrIsTty()) streams.say(whomItSees(name, others[0]?.name, options));
    await sayWhereToLogIn(options, context, { account: name, isNew: true });
  });
}

/** A surgeon is given patients. Whoever else is to see the same ones needs a token, and no account. */
function whomItSees(name: string, other: string | undefined, { under, ...place }: AddOptions): Line {
  const sees = `${name} sees no patients of other accounts`;
  if (under !== undefined) {
    return { before: `${sees}; ${under} gives it some`, command: ['transfer', 'PATIENT', '--to', name] };
  }
  // A service on a shared database begins without any.
  if (other === undefined) return sees;
  const before = `${sees}; a token for somebody who is to see those of ${other}`;
  const command = ['accounts', 'tokens', 'add', other, '--label', name, '--scope', 'write', '--expires', '90d'];
  return ofFolder({ before, command }, place);
}
