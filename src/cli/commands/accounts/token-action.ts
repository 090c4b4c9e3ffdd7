import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { confirmShutOut, shutOutHere, tokenText, workingTokens } from './confirm-shut-out.ts';
import { printToken, sayWhereToLogIn } from './print-token.ts';
import { warnIfDisabled, withAccounts } from './with-accounts.ts';

export async function newToken(
  name: string,
  { yes, ...options }: PlaceOptions & { yes?: boolean },
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  await withAccounts(options, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.newToken(name);
      return streams.say(`Would make a new token for account ${name}`);
    }
    const working = await workingTokens(accounts, name);
    const here = await shutOutHere(working, accounts, context);
    if (working.length > 0) {
      const whom = `${working.length === 1 ? `this token of ${name} stops` : `these tokens of ${name} stop`} working: ${working.map(tokenText).join(', ')}`;
      const deed = `make a new token for ${name}, and end ${working.length === 1 ? 'the one' : 'those'} that it has,`;
      const question = `Make a new token for ${name}, and end ${working.length === 1 ? 'this one' : 'these'}?`;
      await confirmShutOut({ whom: [whom, ...here.map(({ before }) => before)], deed, question, yes }, context);
    }
    const made = await accounts.newToken(name);
    const subject = `Earlier access tokens of ${name} no longer work. The new one`;
    await printToken({ subject, ofWhom: { name }, made }, context);
    await warnIfDisabled(accounts, name, options, context);
    for (const { after } of here) streams.note(after);
    await sayWhereToLogIn(options, context, { account: name });
  });
}
