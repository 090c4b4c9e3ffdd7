import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { takeFileLock } from '../system/file-lock.ts';
import { folderError } from './folder-error.ts';

/** Makes this process the only service on a data folder, until the returned function is called or the process ends. */
export async function lockDataFolder(dataFolder: string): Promise<() => void> {
  const release = await takeFileLock(join(dataFolder, 'service.lock')).catch((error: unknown) => {
    throw folderError(dataFolder, error);
  });
  if (release !== undefined) return release;
  throw new ReconError('storage', `another recon service is running on ${JSON.stringify(dataFolder)}`, {
    hint: 'stop that one first, or give another folder with --data',
  });
}
