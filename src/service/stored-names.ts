import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSqlite } from '../system/sqlite.ts';
import { foldText } from './domain/fold.ts';

/** The names of all accounts of a service whose database is a file of this folder, read without a lock or a change. */
export const accountNames = (dataFolder: string): Promise<string[]> =>
  namesIn(dataFolder, 'select name from accounts order by name');

/** Whether a word is part of the name of a patient of such a service. */
export async function isOfPatient(word: string, dataFolder: string): Promise<boolean> {
  const names = await namesIn(dataFolder, 'select name_folded as name from patients');
  return names.some((name) => name.split(/\s+/).includes(foldText(word)));
}

async function namesIn(dataFolder: string, query: string): Promise<string[]> {
  const path = join(dataFolder, 'recon.db');
  if (!existsSync(path)) return [];
  const place = pathToFileURL(path);
  place.searchParams.set('mode', 'ro');
  const database = await openSqlite(place);
  try {
    return database
      .prepare(query)
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}
