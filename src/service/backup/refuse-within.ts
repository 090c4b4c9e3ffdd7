import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../../errors.ts';
import type { Places } from '../places.ts';
import type { BackupAddress } from './backup-address.ts';
import { HEAD } from './open-backup.ts';

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

/**
 * Refuses a key in the folder of the backup that it opens: whoever finds the one can read the other, and a lost disk takes
 * both. Nothing of a disk lies in a bucket.
 * @returns what to warn of where the backup is there already: a script of every night goes on
 * @throws ReconError `usage`
 */
export async function refuseKeyWithin(keyFile: string | undefined, to: BackupAddress): Promise<string | undefined> {
  if (keyFile === undefined || typeof to !== 'string') return undefined;
  const [key, backup] = await Promise.all([realPlace(keyFile), realPlace(to)]);
  if (!isWithin(key, backup)) return undefined;
  const found = `the key file ${keyFile} lies in the folder of the backup that it opens`;
  if (existsSync(key) && existsSync(join(backup, HEAD))) {
    return `${found}: whoever finds it can read every patient; move the key into another folder, and give its new path`;
  }
  throw new ReconError('usage', found, {
    details: [
      'whoever finds that folder can then read every patient, and a lost disk takes the key with the backup',
      'keep the key on another disk than the backup, and a copy of it away from this machine',
    ],
    hint: existsSync(key)
      ? 'move the key into another folder, and give its new path with --key-file'
      : 'name a file in another folder, such as --key-file ~/backup.key; the line that makes it is told then',
  });
}

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
