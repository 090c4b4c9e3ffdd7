import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { BLOBS_FLAG, DATABASE_FLAG } from './serve.ts';

/** Where a service of this machine keeps what it has, as it is typed. */
export interface PlaceOptions {
  data?: string;
  database?: string;
  blobs?: string;
}

/** The flags of each command that works on the data of a service itself. */
export const withPlaceFlags = (command: Command) =>
  command
    .option('--data <dir>', 'data folder of the service (default: that of the last recon serve)')
    .option(...DATABASE_FLAG)
    .option(...BLOBS_FLAG);

/** The service's code, loaded, and its places. */
export async function servicePlaces({ data, database, blobs }: PlaceOptions, context: Context) {
  const { localDataFolder, paths } = await context.configuration();
  const dataFolder = resolve(data ?? (await localDataFolder()) ?? paths.serviceFolder);
  const service = await import('../../service/start.ts');
  const given = { ...(database !== undefined && { database }), ...(blobs !== undefined && { blobs }) };
  const places = service.placesFrom({ dataFolder, ...given }, context.environment);
  if (places.databaseUrl === undefined && !existsSync(dataFolder)) {
    throw new ReconError('not_found', `no service has kept data in ${dataFolder}`, {
      hint: { command: ['serve'] },
    });
  }
  return { service, places };
}
