import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Line, ReconError, systemErrorCode } from '../../errors.ts';
import type { Places } from '../../service/places.ts';
import { isSamePlace } from '../../system/base-url.ts';
import { databaseName } from '../../system/database-name.ts';
import { folderOfToken } from '../../system/folder-of-token.ts';
import { lastBlobs } from '../../system/last-start.ts';
import type { Context } from '../context.ts';
import { markOnData } from '../global-options.ts';
import { BLOBS_FLAG, DATABASE_FLAG } from './serve.ts';

/** Where a service of this machine keeps what it has, as it is typed. */
export interface PlaceOptions {
  data?: string;
  database?: string;
  blobs?: string;
}

/** The flags of each command that works on the data of a service alone. */
export const withPlaceFlags = (command: Command) => markOnData(addPlaceFlags(command));

export const addPlaceFlags = (command: Command) =>
  command
    .option(
      '--data <dir>',
      'data folder of the service (default: that of the profile local, or of the service whose token RECON_TOKEN_FILE names)',
    )
    .option(...DATABASE_FLAG)
    .option(...BLOBS_FLAG);

/** The places of a service that flags, environment and the profile `local` name. */
export async function placesOf({ data, database, blobs }: PlaceOptions, context: Context): Promise<Places> {
  const { localDataFolder, paths } = await context.configuration();
  const ofToken = folderOfToken(context.environment['RECON_TOKEN_FILE']);
  const { placesFrom } = await import('../../service/places-from.ts');
  // The service of the profile `local` keeps all in its folder, so one with a database is another.
  const isShared = Boolean(database || context.environment['RECON_SERVE_DATABASE']);
  const local = isShared ? undefined : await localDataFolder();
  const dataFolder = resolve(data ?? ofToken ?? local ?? paths.serviceFolder);
  const inBucket = blobs ?? (isShared || context.environment['RECON_SERVE_BLOBS'] ? undefined : lastBlobs(dataFolder));
  const given = { ...(database !== undefined && { database }), ...(inBucket !== undefined && { blobs: inBucket }) };
  return placesFrom({ dataFolder, ...given }, context.environment);
}

/**
 * Whoever has set the service to ask does not mean another one. Where it is not known at which address the folder's service
 * answers, nothing is refused.
 * @throws ReconError `usage`
 */
export async function refuseOtherService(
  { data }: PlaceOptions,
  { dataFolder, databaseUrl }: Places,
  context: Context,
): Promise<void> {
  if (data !== undefined || databaseUrl !== undefined) return;
  const { localAddress, localDataFolder, settings } = await context.configuration();
  const address = await localAddress();
  if (address === undefined || dataFolder !== (await localDataFolder())) return;
  const { profile, baseUrl } = await settings();
  const set = [baseUrl, profile].find((one) => one?.from === 'environment');
  if (set === undefined || isSamePlace(baseUrl?.value, address)) return;
  throw new ReconError(
    'usage',
    `${set.name} is ${JSON.stringify(set.value)}, and ${context.running()} would work on the service in ${dataFolder}, which is ${address}`,
    { hint: 'the same command with --data and the folder of the service that is meant' },
  );
}

/** On a terminal, where neither folder nor database was typed; not with `-q`. */
export function tellWhichService(
  { data, database }: PlaceOptions,
  { dataFolder, databaseUrl }: Places,
  { streams }: Context,
): void {
  if (data !== undefined || database !== undefined || !streams.stderrIsTty()) return;
  streams.say(`The service in ${databaseUrl === undefined ? dataFolder : databaseName(databaseUrl)}:`);
}

/**
 * Whoever types a command after a move, and a script of every night, go on with the folder of before, and nobody sees that
 * it is no longer the service's.
 * @param meaning what it means for this command if the data were moved
 */
export async function warnOfMoved(places: Places, meaning: string, context: Context): Promise<void> {
  const address = await addressOf(places, context);
  if (address === undefined) return;
  const { isTakenByOther } = await import('../../service/doctor/check-port.ts');
  if (!(await isTakenByOther(address, places.dataFolder))) return;
  context.streams.warn(
    `no service runs on ${places.dataFolder}, and another program answers at its address, ${address}; if its data were moved, ${meaning}: name the new place with --data or RECON_SERVE_DATABASE`,
  );
}

/** The places of a service that has kept data there, and the service's code, loaded. */
export async function servicePlaces(options: PlaceOptions, context: Context) {
  const places = await placesOf(options, context);
  await refuseOtherService(options, places, context);
  const service = await openable(options, places, context);
  tellWhichService(options, places, context);
  await warnOfMoved(places, 'this is of the old ones', context);
  return { places, service };
}

/** How a service is reached, where it runs; of several processes on one database each may be reached elsewhere. */
export async function runningService(options: PlaceOptions, context: Context) {
  const { dataFolder, databaseUrl } = await placesOf(options, context);
  if (databaseUrl !== undefined) return undefined;
  const { serviceOn } = await import('../../service/open-store.ts');
  return await serviceOn(dataFolder).catch(() => undefined);
}

/** The service's code, loaded, for places that are there. */
export async function openable(options: PlaceOptions, places: Places, context: Context) {
  requireThere(options, places, context);
  return await import('../../service/start.ts');
}

/** @throws ReconError `not_found` if nothing lies there; where systemd runs the service as another user, it is told */
export function requireThere({ data }: PlaceOptions, { databaseUrl, dataFolder }: Places, context: Context): void {
  // Of a folder that this user may not see, its first reader tells whose it is.
  if (databaseUrl !== undefined || existsSync(dataFolder) || isClosed(dataFolder)) return;
  const user = data === undefined ? context.unit()?.user : undefined;
  throw new ReconError('not_found', `there is no data of a service in ${dataFolder}`, {
    ...(data === undefined && {
      details: [`${context.running()} works on the machine of the service: type it there, as the user who runs it`],
    }),
    hint:
      user === undefined
        ? 'the same command with --data and the folder that holds it; the start of the service names it'
        : `sudo -H -u ${user} ${context.running()} … (systemd runs the service of this machine as the user ${user})`,
  });
}

/** Whether it cannot be seen if the folder is there. */
function isClosed(folder: string): boolean {
  try {
    lstatSync(folder);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'EACCES';
  }
}

/** Commands with `--data`. */
const OF_A_FOLDER = ['serve', 'accounts', 'audit', 'backup', 'doctor'];

/** A command to type is for the folder that was typed. */
export function ofFolder(line: Line, { data }: PlaceOptions): Line {
  if (data === undefined || typeof line === 'string' || !OF_A_FOLDER.includes(line.command[0] ?? '')) return line;
  // A backup is verified without the service that it is of.
  if (line.command[1] === 'verify') return line;
  return { ...line, command: [...line.command, '--data', data] };
}

/** The work on the data of a service; what its error says to type is for the folder that was typed. */
export async function tellingFolder<T>(options: PlaceOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReconError) || error.hint === undefined) throw error;
    throw error.with({ hint: ofFolder(error.hint, options) });
  }
}

/** Where the service of these places answers, if the profile `local` tells it. */
export async function addressOf(
  { dataFolder, databaseUrl }: Awaited<ReturnType<typeof placesOf>>,
  context: Context,
): Promise<string | undefined> {
  const { localAddress, localDataFolder } = await context.configuration();
  const isLocal = databaseUrl === undefined && dataFolder === (await localDataFolder().catch(() => undefined));
  return isLocal ? await localAddress() : undefined;
}
