import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { ReconError, systemErrorCode } from '../errors.ts';
import type { Store } from './domain/store.ts';
import { openBlobs } from './storage/blobs.ts';
import { openDatabase } from './storage/database.ts';

/** Makes the data folder, for its owner alone, and returns its absolute path. */
export async function makeDataFolder(dataFolder: string): Promise<string> {
  const folder = resolve(dataFolder);
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw unusable(folder, error);
  }
  return folder;
}

/** With its parents. Node's own `recursive` never ends where a folder takes no children, as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (systemErrorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

export async function openStore(folder: string, clock: Clock, onLog: Store['onLog'] = () => {}): Promise<Store> {
  try {
    const blobs = await openBlobs(folder);
    return { db: await openDatabase(join(folder, 'recon.db')), blobs, clock, onLog };
  } catch (error) {
    throw error instanceof ReconError ? error : unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): ReconError {
  const why = systemErrorCode(error) ?? 'it cannot be read';
  return new ReconError('storage', `the data folder ${JSON.stringify(folder)} cannot be used (${why})`, {
    hint: 'give another folder with --data, or bring back a copy of this one',
    cause: error,
  });
}
