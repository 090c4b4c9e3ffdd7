import { noSuchAccount } from '../../../system/no-such-account.ts';
import type { Context } from '../../context.ts';
import { ofFolder, type PlaceOptions, servicePlaces, tellingFolder } from '../service-places.ts';

export type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;
type Account = Awaited<ReturnType<Accounts['list']>>[number];

/** The accounts of a service, closed when the work is done; with `--dry-run` only to look at. */
export const withAccounts = (options: PlaceOptions, context: Context, work: Work) =>
  working(options, context, work, context.globals().dryRun);

/** The same for a command that only looks, and makes no data where there is none. */
export const readingAccounts = (options: PlaceOptions, context: Context, work: Work) =>
  working(options, context, work, true);

/** @throws ReconError `not_found` */
export function accountNamed(accounts: readonly Account[], name: string): Account {
  const account = accounts.find((one) => one.name === name);
  if (account !== undefined) return account;
  throw noSuchAccount(
    name,
    accounts.map((one) => one.name),
  );
}

/** Of a token that does not work, since its account, or the main account of that, is disabled. */
export async function warnIfDisabled(
  accounts: Accounts,
  name: string,
  options: PlaceOptions,
  { streams }: Context,
): Promise<void> {
  const all = await accounts.list();
  const own = accountNamed(all, name);
  for (const one of all) {
    if (one.disabledAt === null || (one.id !== own.id && one.id !== own.parentId)) continue;
    const before = `this token does not work yet: the account ${one.name} is disabled; to enable it`;
    streams.warn(ofFolder({ before, command: ['accounts', 'enable', one.name] }, options));
  }
}

type Work = (accounts: Accounts) => Promise<void>;

async function working(options: PlaceOptions, context: Context, work: Work, isReading: boolean): Promise<void> {
  const { service, places } = await servicePlaces(options, context);
  const accounts = await service.openAccounts(places, { isReading });
  try {
    await tellingFolder(options, () => work(accounts));
  } finally {
    await accounts.close();
  }
}
