import { readdir } from 'node:fs/promises';
import { ReconError, systemErrorCode } from '../errors.ts';
import { RESTORING, RUNNING } from '../system/filling.ts';
import { LAST_START } from '../system/last-start.ts';
import { folderError } from './folder-error.ts';

/** The lock of a data folder, and what SQLite may write beside it. */
export const LOCK_FILES: readonly string[] = ['service.lock', 'service.lock-journal'];

/** What a service, or a restore that was refused or has failed, puts into its folder. */
const OWN: readonly string[] = [
  ...['recon.db', 'recon.db-wal', 'recon.db-shm', 'files', 'incoming', 'quarantine', 'reserve', 'damaged', 'token'],
  ...[...LOCK_FILES, 'audit-end', 'audit.log', RUNNING, RESTORING, LAST_START],
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

const MOST_NAMES = 3;

/**
 * A folder that was mistyped would be filled with a service among other things.
 * @returns false where a service begins anew
 * @throws ReconError `usage` for a folder of something else
 */
export async function requireOwnFolder(dataFolder: string): Promise<boolean> {
  const { own, others } = await namesIn(dataFolder);
  const seen = others.filter((name) => !name.startsWith('.'));
  if (own.length > 0 || seen.length === 0) return own.length > 0;
  const more = seen.length > MOST_NAMES ? ', …' : '';
  throw new ReconError('usage', `${dataFolder} is no data folder of a service, and holds other things`, {
    details: [`in it: ${seen.slice(0, MOST_NAMES).join(', ')}${more}`, 'Nothing was changed.'],
    hint: 'give a new or an empty folder with --data',
  });
}
