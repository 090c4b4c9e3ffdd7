import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Places } from '../../service/places.ts';
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

/** The places of a service that flags, environment and the last `recon serve` name. */
export async function placesOf({ data, database, blobs }: PlaceOptions, context: Context): Promise<Places> {
  const { localDataFolder, paths } = await context.configuration();
  const dataFolder = resolve(data ?? (await localDataFolder()) ?? paths.serviceFolder);
  const { placesFrom } = await import('../../service/places-from.ts');
  const given = { ...(database !== undefined && { database }), ...(blobs !== undefined && { blobs }) };
  return placesFrom({ dataFolder, ...given }, context.environment);
}

/** On a terminal, where the folder was not typed. */
export function tellWhichService(
  { data }: PlaceOptions,
  { dataFolder, databaseUrl }: Places,
  { streams }: Context,
): void {
  if (data === undefined && databaseUrl === undefined && streams.stderrIsTty()) {
    streams.note(`The service in ${dataFolder}:`);
  }
}

/** The places of a service that has kept data there, and the service's code, loaded. */
export async function servicePlaces(options: PlaceOptions, context: Context) {
  const places = await placesOf(options, context);
  const service = await import('../../service/start.ts');
  tellWhichService(options, places, context);
  requireThere(options, places, context);
  return { service, places };
}

/** @throws ReconError `not_found` if nothing lies there; where systemd runs the service as another user, it is told */
export function requireThere({ data }: PlaceOptions, { databaseUrl, dataFolder }: Places, context: Context): void {
  if (databaseUrl !== undefined || existsSync(dataFolder)) return;
  const user = data === undefined ? context.unit()?.user : undefined;
  throw new ReconError('not_found', `there is no data of a service in ${dataFolder}`, {
    hint:
      user === undefined
        ? { command: ['serve'] }
        : `sudo -H -u ${user} ${context.running()} … (systemd runs the service of this machine as the user ${user})`,
  });
}
