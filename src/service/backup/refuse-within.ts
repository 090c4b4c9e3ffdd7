import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../../errors.ts';
import type { Places } from '../places.ts';
import type { BackupAddress } from './backup-address.ts';

/**
 * Refuses a folder for backups in the data folder, or around it: one disk would take both, and whoever copies or empties
 * one of them has the other in it.
 * @throws ReconError `usage`
 */
export async function refuseWithin(to: BackupAddress, { dataFolder, databaseUrl, bucket }: Places): Promise<void> {
  // Then nothing is in the data folder but uploads under way.
  if (typeof to !== 'string' || (databaseUrl !== undefined && bucket !== undefined)) return;
  const [backup, data] = await Promise.all([realPlace(to), realPlace(dataFolder)]);
  const [isInData, isAround] = [isWithin(backup, data), isWithin(data, backup)];
  if (!isInData && !isAround) return;
  const folders = [`the folder of the backup ${JSON.stringify(to)}`, `the data folder ${JSON.stringify(dataFolder)}`];
  const words = backup === data ? 'is' : 'lies in';
  const [inner, outer] = isInData ? folders : folders.toReversed();
  throw new ReconError('usage', `${inner} ${words} ${outer}`, {
    details: ['one lost disk would take the service and its backup'],
    hint: 'give a folder on another disk, beside the data folder at the least',
  });
}

/** Whether a path lies in a folder for backups, or is it; nothing of a disk lies in a bucket. */
export const liesWithin = async (path: string, to: BackupAddress): Promise<boolean> =>
  typeof to === 'string' && isWithin(await realPlace(path), await realPlace(to));

/** Through every link. Of a path that is not there yet, as much as is. */
async function realPlace(path: string): Promise<string> {
  const whole = resolve(path);
  // What lies below a file is told when a folder is made there.
  const real = await realpath(whole).catch((error) => {
    if (systemErrorCode(error) !== 'ENOTDIR') unlessMissing(error);
  });
  if (real !== undefined || dirname(whole) === whole) return real ?? whole;
  return join(await realPlace(dirname(whole)), basename(whole));
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  // On Windows, the way to another drive is the whole path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
