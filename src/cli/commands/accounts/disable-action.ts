import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { confirmShutOut } from './confirm-shut-out.ts';
import { accountNamed, withAccounts } from './with-accounts.ts';

export async function disableAccount(
  name: string,
  { yes, ...options }: PlaceOptions & { yes?: boolean },
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  await withAccounts(options, context, async (accounts) => {
    const all = await accounts.list();
    const { id, disabledAt } = accountNamed(all, name);
    if (disabledAt === null) {
      const subs = all.filter(({ parentId }) => parentId === id).map((one) => one.name);
      const under = subs.length === 0 ? '' : `, and of its sub accounts ${subs.join(', ')}`;
      const whom = `nobody gets in with the tokens, invitations and pictures of ${name}${under}, until it is enabled`;
      if (globals().dryRun) return streams.say(`Would disable account ${name}: ${whom}`);
      const deed = `disable the account ${name}`;
      await confirmShutOut({ whom, deed, question: `Disable the account ${name}?`, yes }, context);
    }
    if (globals().dryRun) return streams.say(`Account ${name} is disabled already.`);
    await accounts.setDisabled(name, true);
    streams.say(
      `Account ${name} is disabled. Until it is enabled, nobody gets in with its tokens, opens its links for patients or sees its pictures; the same holds for its sub accounts.`,
    );
  });
}

export async function enableAccount(name: string, options: PlaceOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would enable account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    await accounts.setDisabled(name, false);
    const all = await accounts.list();
    const { parentId } = all.find((one) => one.name === name)!;
    const main = all.find(({ id }) => id === parentId);
    if (main === undefined || main.disabledAt === null) return streams.say(`Account ${name} can be used.`);
    streams.warn(`account ${name} is enabled, and can be used once its main account ${main.name} is enabled too`);
  });
}
