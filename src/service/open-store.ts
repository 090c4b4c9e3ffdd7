import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Store } from './domain/store.ts';
import { openBlobs } from './storage/blobs.ts';
import { openDatabase } from './storage/database.ts';

/** Makes the data folder, for its owner alone, and returns its absolute path. */
export async function makeDataFolder(dataFolder: string): Promise<string> {
  const folder = resolve(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export async function openStore(folder: string, clock: Clock): Promise<Store> {
  const blobs = await openBlobs(folder);
  return { db: await openDatabase(join(folder, 'recon.db')), blobs, clock };
}
