import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

export type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;
type Places = import('../../../service/places.ts').Places;

export interface PlaceOptions {
  data?: string;
  database?: string;
  blobs?: string;
}

/** The places of a service that flags, environment and the last `recon serve` name. */
export async function placesOf({ data, ...given }: PlaceOptions, context: Context): Promise<Places> {
  const { localDataFolder, paths } = await context.configuration();
  const dataFolder = resolve(data ?? (await localDataFolder()) ?? paths.serviceFolder);
  const { placesFrom } = await import('../../../service/places-from.ts');
  return placesFrom({ dataFolder, ...given }, context.environment);
}

/** The accounts of a service, closed when the work is done. */
export async function withAccounts(
  options: PlaceOptions,
  context: Context,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const places = await placesOf(options, context);
  const { openAccounts } = await import('../../../service/start.ts');
  if (places.databaseUrl === undefined && !existsSync(places.dataFolder)) {
    throw new ReconError('not_found', `no service has kept data in ${places.dataFolder}`, {
      hint: { command: ['serve'] },
    });
  }
  const accounts = await openAccounts(places);
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}
