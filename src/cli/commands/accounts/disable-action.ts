import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { callerHere, confirmShutOut } from './confirm-shut-out.ts';
import { accountNamed, withAccounts } from './with-accounts.ts';

export async function disableAccount(
  name: string,
  { yes, ...options }: PlaceOptions & { yes?: boolean },
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  await withAccounts(options, context, async (accounts) => {
    const all = await accounts.list();
    const { id, disabledAt, stored } = accountNamed(all, name);
    if (disabledAt !== null && globals().dryRun) return streams.say(`Account ${name} is disabled already.`);
    const here: string[] = [];
    const unseen = unseenText(stored.patients);
    if (disabledAt === null) {
      const subs = all.filter(({ parentId }) => parentId === id).map((one) => one.name);
      const under = subs.length === 0 ? '' : ` and of its sub accounts ${subs.join(', ')}`;
      const whom = `the tokens of ${name}${under} are refused, and their links for patients and their pictures do not open, until ${name} is enabled again`;
      if (globals().dryRun) {
        streams.say(`Would disable account ${name}: ${whom}`);
        return unseen.forEach(streams.say);
      }
      const caller = (await callerHere(accounts, context))?.account.name ?? '';
      if ([name, ...subs].includes(caller))
        here.push(`this machine is logged in as ${caller}: commands here are refused too`);
      const deed = `disable the account ${name}`;
      const question = `Disable the account ${name}?`;
      await confirmShutOut({ whom: [whom, ...unseen, ...here], deed, question, yes }, context);
    }
    await accounts.setDisabled(name, true);
    streams.say(
      `Account ${name} is disabled. Until it is enabled again, its tokens are refused, and its links for patients and its pictures do not open; the same holds for its sub accounts.`,
    );
    if (disabledAt === null) unseen.forEach(streams.say);
    here.forEach(streams.note);
  });
}

/** Those of its sub accounts too: no other account sees them. */
function unseenText(patients: number): string[] {
  if (patients === 0) return [];
  const are = patients === 1 ? '1 patient is' : `${patients} patients are`;
  return [`${are} kept, and seen by nobody until then`];
}

export async function enableAccount(name: string, options: PlaceOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  await withAccounts(options, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.setDisabled(name, false);
      return streams.say(`Would enable account ${name}`);
    }
    await accounts.setDisabled(name, false);
    const all = await accounts.list();
    const { parentId } = all.find((one) => one.name === name)!;
    const main = all.find(({ id }) => id === parentId);
    if (main === undefined || main.disabledAt === null) return streams.say(`Account ${name} can be used.`);
    streams.warn(`account ${name} is enabled, and can be used once its main account ${main.name} is enabled too`);
  });
}
