import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { takeFileLock } from './file-lock.ts';

/** In a data folder, while a service answers requests there: what other programs of this machine ask about it. */
export const RUNNING = 'running';
/** In a data folder, while a restore fills it. One that was killed leaves it there. */
export const RESTORING = 'restoring';

/** What makes the first data of a folder, or was to make them. */
export type Filling = 'start' | 'restore' | 'cut-off restore';

export const lockOf = (dataFolder: string) => join(dataFolder, 'service.lock');

/** True while a service runs on a data folder, or a restore fills it. */
export async function isServed(dataFolder: string): Promise<boolean> {
  if (!existsSync(lockOf(dataFolder))) return false;
  const release = await takeFileLock(lockOf(dataFolder));
  release?.();
  return release === undefined;
}

/** Whether what lies there is a part of what a restore brings back: its database comes last. */
export const isHalfRestored = (dataFolder: string): boolean =>
  existsSync(join(dataFolder, RESTORING)) && !existsSync(join(dataFolder, 'recon.db'));

/** What fills a data folder that has no database yet; undefined where nothing does, or the service there runs. */
export async function fillingOf(dataFolder: string): Promise<Filling | undefined> {
  const isHalf = isHalfRestored(dataFolder);
  if (!(await isServed(dataFolder))) return isHalf ? 'cut-off restore' : undefined;
  if (isHalf) return 'restore';
  return existsSync(join(dataFolder, RUNNING)) ? undefined : 'start';
}

/** Why a data folder cannot be worked with yet. */
export function fillingError(filling: Filling, dataFolder: string): ReconError {
  const folder = JSON.stringify(dataFolder);
  if (filling === 'restore') {
    return new ReconError('unavailable', `a restore fills the data folder ${folder}`, {
      hint: 'the same command again when the restore has ended',
    });
  }
  if (filling === 'start') {
    return new ReconError('unavailable', `the service on ${folder} is starting`, {
      hint: 'the same command again in a few seconds',
    });
  }
  return new ReconError('storage', `the data folder ${folder} is not whole: the restore that filled it was cut off`, {
    details: ['What lies there is a part of the backup, and the backup has all of it.'],
    hint: { before: 'delete that folder, and restore again', command: ['restore', 'BACKUP', '--data', dataFolder] },
  });
}
