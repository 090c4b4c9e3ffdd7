import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import { takeFileLock } from '../system/file-lock.ts';
import { fillingError, isHalfRestored, isServed, lockOf } from '../system/filling.ts';
import { makeFolders } from '../system/make-folders.ts';
import { checkFolder } from './check-folder.ts';
import { newFileIds } from './domain/files.ts';
import { markIncomplete, markWhole } from './domain/missing-files.ts';
import { createSearches } from './domain/searches.ts';
import type { Store } from './domain/store.ts';
import { folderError } from './folder-error.ts';
import { noteRunning, type Running, runningOn, whereItRuns } from './running.ts';
import { type FilesOnDisk, openDiskBlobs } from './storage/disk-blobs.ts';
import { openIncoming } from './storage/incoming.ts';
import { endInFolder } from './storage/kept-end.ts';
import { lastCommitSync, makeLastCommit, noteCommit, syncLastCommit } from './storage/last-commit.ts';
import { openSqliteDatabase } from './storage/sqlite-database.ts';
import { clearSuspect } from './storage/suspect.ts';
import { areAsStored } from './storage/verified-file.ts';

/** Makes the data folder, readable only for its owner, and returns its absolute path. */
export async function makeDataFolder(dataFolder: string): Promise<string> {
  const folder = resolve(dataFolder);
  try {
    await makeFolders(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw folderError(folder, error);
  }
  return folder;
}

/** Those that `makeDataFolder` would make now, the innermost first. */
export function missingFolders(dataFolder: string): string[] {
  const folder = resolve(dataFolder);
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** The service that runs on a data folder, where it has said how it is reached. */
export const serviceOn = async (dataFolder: string): Promise<Running | undefined> =>
  (await isServed(dataFolder)) ? await runningOn(dataFolder) : undefined;

/** Who looks whether a service runs takes its lock for a moment, and is in the way of no start. */
const LOOKED_AT_MS = 250;

/** Makes this process the only service on a data folder, until the returned function is called or the process ends. */
export async function lockDataFolder(dataFolder: string): Promise<() => void> {
  const release = await takeFileLock(lockOf(dataFolder), LOOKED_AT_MS).catch((error: unknown) => {
    throw folderError(dataFolder, error);
  });
  if (release !== undefined) {
    await noteRunning(dataFolder, undefined);
    return release;
  }
  const where = await whereItRuns(dataFolder);
  const folder = JSON.stringify(dataFolder);
  if (where !== '') {
    throw new ReconError('storage', `another recon service is running on ${folder}${where}`, {
      hint: 'use that one, or stop it first, or give another folder with --data',
    });
  }
  const isRestored = isHalfRestored(dataFolder);
  const { message } = fillingError(isRestored ? 'restore' : 'start', dataFolder);
  throw new ReconError('storage', message, {
    hint: `${isRestored ? 'let it end' : 'stop it'} first, or give another folder with --data`,
  });
}

export interface OpenedStore extends Store {
  onDisk: FilesOnDisk;
  /** False if nothing beside the files tells that the database is theirs, as in a folder of 0.1.0. */
  isMarked: boolean;
  /** False if the database is so large that it is still to be read to its end. */
  isRead: boolean;
  /** Marks the folder as this database's. Call it when files that do not belong to it have been moved away. */
  mark(): Promise<void>;
}

/**
 * Opens the contents of a data folder.
 * @throws ReconError `storage` if database and files do not belong together, before anything is changed.
 */
export async function openStore(folder: string, clock: Clock, onLog: Store['onLog'] = () => {}): Promise<OpenedStore> {
  try {
    const checked = await checkFolder(folder);
    await clearSuspect(folder);
    const incoming = await openIncoming(folder);
    const blobs = await openDiskBlobs(folder, incoming);
    let folderId = '';
    const database = await openSqliteDatabase(join(folder, 'recon.db'), {
      clock,
      onCommit: (commits) => noteCommit(folder, { folderId, commits }),
    });
    const { db } = database;
    ({ folderId } = await database.lastCommit());
    const mark = async () => makeLastCommit(folder, await database.lastCommit());
    const files = { blobs, onDisk: blobs, incoming, newFileIds: newFileIds(database, clock) };
    const noteMissing = async (fileIds: readonly string[]) => {
      const missing = await blobs.findMissing(fileIds);
      await markIncomplete(database, missing);
      return missing.length;
    };
    return {
      database,
      db,
      searches: createSearches(database),
      ...files,
      noteMissing,
      noteWhole: (signal) => markWhole(db, (recorded) => areAsStored(blobs, recorded), signal),
      lastCommit: lastCommitSync(() => syncLastCommit(folder)),
      auditEnd: endInFolder(folder),
      clock,
      ...checked,
      mark,
      onLog,
    };
  } catch (error) {
    throw folderError(folder, error);
  }
}
