import type { Scope } from '../../../../contract/scopes.ts';
import { ReconError } from '../../../../errors.ts';
import { parseLifetime } from '../../../../system/lifetime.ts';
import { wholeTimeText } from '../../../../system/local-time.ts';
import type { Context } from '../../../context.ts';
import type { PlaceOptions } from '../../service-places.ts';
import { printToken, sayForScripts, sayWhereToLogIn } from '../print-token.ts';
import { warnIfDisabled, withAccounts } from '../with-accounts.ts';

interface NewTokenOptions extends PlaceOptions {
  label: string;
  scope: Scope;
  expires?: string;
}

export async function addToken(account: string, options: NewTokenOptions, context: Context): Promise<void> {
  const { label, scope, expires, ...place } = options;
  const { globals, streams } = context;
  const lifetimeMs = lifetimeOf(expires);
  await withAccounts(place, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.addToken(account, { label, scope, lifetimeMs });
      const end = lifetimeMs === undefined ? 'it is revoked' : wholeTimeText(context.clock.now() + lifetimeMs);
      return streams.say(
        `Would add a token ${JSON.stringify(label)} of scope ${scope} to account ${account}; it would work until ${end}`,
      );
    }
    const made = await accounts.addToken(account, { label, scope, lifetimeMs });
    const subject = `The access token ${JSON.stringify(label)} of ${account}`;
    await printToken({ subject, ofWhom: { name: account, label }, made }, context);
    await warnIfDisabled(accounts, account, place, context);
    await sayWhereToLogIn(place, context, { account });
    await sayForScripts(place, context);
  });
}

function lifetimeOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const lifetimeMs = parseLifetime(typed);
  if (lifetimeMs !== undefined) return lifetimeMs;
  throw new ReconError(
    'usage',
    `--expires is ${JSON.stringify(typed)}; it must be like 30m, 12h or 90d, from 1m up to 3650d`,
  );
}
