import type { Context } from '../../context.ts';
import { type PlaceOptions, servicePlaces } from '../service-places.ts';

export type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;

/** The accounts of a service, closed when the work is done. */
export const withAccounts = (options: PlaceOptions, context: Context, work: Work) =>
  working(options, context, work, false);

/** The same for a command that only looks, and makes no data where there is none. */
export const readingAccounts = (options: PlaceOptions, context: Context, work: Work) =>
  working(options, context, work, true);

type Work = (accounts: Accounts) => Promise<void>;

async function working(options: PlaceOptions, context: Context, work: Work, isReading: boolean): Promise<void> {
  const { service, places } = await servicePlaces(options, context);
  const accounts = await service.openAccounts(places, { isReading });
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}
