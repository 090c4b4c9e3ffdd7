import { join, resolve } from 'node:path';
import { ReconError } from '../../errors.ts';
import { takeFileLock } from '../../system/file-lock.ts';
import type { Places } from '../places.ts';
import type { OnTrying } from '../storage/bucket/bucket.ts';
import { type BucketPlace, type BucketVariables, blobPlaceFrom, bucketText } from '../storage/bucket/bucket-place.ts';
import type { BackupPlace, LockedPlace } from './backup-place.ts';
import { lockBackupFolder, readBackupFolder } from './folder-backups.ts';

/** The path of a folder, or a place in a bucket. */
export type BackupAddress = string | BucketPlace;

/** What is typed: `s3://bucket/prefix`, whose key is in the environment, or a folder. @throws ReconError `usage` */
export const backupAddress = (text: string, variables: BucketVariables): BackupAddress =>
  /^[a-z][a-z0-9]+:\//i.test(text) ? blobPlaceFrom(text, variables)! : text;

/** The whole path of a folder, or `s3://bucket/prefix`. */
export const placeText = (address: BackupAddress): string =>
  typeof address === 'string' ? resolve(address) : bucketText(address);

/** Opens a place to read a backup in it. */
export const readBackupPlace = async (address: BackupAddress, onTrying?: OnTrying): Promise<BackupPlace> =>
  typeof address === 'string' ? readBackupFolder(address) : openBucketOf(address, onTrying);

/**
 * Opens a place to make a backup of this service in it.
 * @throws ReconError `busy` if another backup is being made there
 */
export async function lockBackupPlace(
  address: BackupAddress,
  places: Places,
  onTrying?: OnTrying,
): Promise<LockedPlace> {
  if (typeof address === 'string') return lockBackupFolder(address);
  const lock = await lockService(places);
  const place = await openBucketOf(address, onTrying);
  const close = async () => {
    await place.close();
    await lock.release();
  };
  return { ...place, requireLock: lock.require, undo: async () => {}, close };
}

const openBucketOf = async (place: BucketPlace, onTrying: OnTrying | undefined) =>
  (await import('./bucket-backups.ts')).openBackupBucket(place, onTrying);

interface ServiceLock {
  require: LockedPlace['requireLock'];
  release(): Promise<void>;
}

/**
 * Not every bucket can be locked, so whoever makes a backup in one locks the service that it is of. The lock goes with a
 * process that dies.
 */
async function lockService({ databaseUrl, dataFolder }: Places): Promise<ServiceLock> {
  const busy = () => new ReconError('busy', 'another backup of this service is being made');
  if (databaseUrl === undefined) {
    const release = await takeFileLock(join(dataFolder, 'backup.lock'));
    if (release === undefined) throw busy();
    return { require: async () => {}, release: async () => release() };
  }
  const { takeBackupLock } = await import('../storage/postgres/backup-lock.ts');
  const lock = await takeBackupLock(databaseUrl);
  if (lock === undefined) throw busy();
  return lock;
}
