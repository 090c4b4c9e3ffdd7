import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { ReconError, systemErrorCode } from '../errors.ts';
import type { Store } from './domain/store.ts';
import { openBlobs } from './storage/blobs.ts';
import { openDatabase } from './storage/database.ts';

/** Makes the data folder, for its owner alone, and returns its absolute path. */
export async function makeDataFolder(dataFolder: string): Promise<string> {
  const folder = resolve(dataFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw unusable(folder, error);
  }
  return folder;
}

export async function openStore(folder: string, clock: Clock): Promise<Store> {
  try {
    const blobs = await openBlobs(folder);
    return { db: await openDatabase(join(folder, 'recon.db')), blobs, clock };
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
