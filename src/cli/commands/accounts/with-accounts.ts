import type { Context } from '../../context.ts';
import { type PlaceOptions, servicePlaces } from '../service-places.ts';

export type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;

/** The accounts of a service, closed when the work is done. */
export async function withAccounts(
  options: PlaceOptions,
  context: Context,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const { service, places } = await servicePlaces(options, context);
  const accounts = await service.openAccounts(places);
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}
