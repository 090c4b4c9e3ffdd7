import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

export type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;

export interface PlaceOptions {
  data?: string;
  database?: string;
  blobs?: string;
}

/** The accounts of a service, closed when the work is done. */
export async function withAccounts(
  { data, ...given }: PlaceOptions,
  context: Context,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const { localDataFolder, paths } = await context.configuration();
  const dataFolder = resolve(data ?? (await localDataFolder()) ?? paths.serviceFolder);
  const { openAccounts, placesFrom } = await import('../../../service/start.ts');
  const places = placesFrom({ dataFolder, ...given }, context.environment);
  if (places.databaseUrl === undefined && !existsSync(dataFolder)) {
    throw new ReconError('not_found', `no service has kept data in ${dataFolder}`, {
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
