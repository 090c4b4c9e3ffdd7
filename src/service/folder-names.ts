import { readdir } from 'node:fs/promises';
import { systemErrorCode } from '../errors.ts';
import { folderError } from './folder-error.ts';

/** What a service, or a restore that was refused or has failed, puts into its folder. */
const OWN: readonly string[] = [
  ...['recon.db', 'recon.db-wal', 'recon.db-shm', 'files', 'incoming', 'quarantine', 'reserve', 'damaged', 'token'],
  ...['service.lock', 'service.lock-journal', 'audit-end', 'audit.log'],
];
/** What a file system puts into the root of a new volume. */
const OF_VOLUME: readonly string[] = ['lost+found'];

export interface FolderNames {
  own: string[];
  /** In their order. What lies there is somebody's. */
  others: string[];
}

/** The names in a data folder; none where there is no folder. */
export async function namesIn(dataFolder: string): Promise<FolderNames> {
  const names = await readdir(dataFolder).catch((error: unknown): string[] => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw folderError(dataFolder, error);
  });
  return {
    own: names.filter((name) => OWN.includes(name)),
    others: names.filter((name) => ![...OWN, ...OF_VOLUME].includes(name)).toSorted(),
  };
}
