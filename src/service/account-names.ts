import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSqlite } from '../system/sqlite.ts';

/** The names of all accounts of a service whose database is a file of this folder, read without a lock or a change. */
export async function accountNames(dataFolder: string): Promise<string[]> {
  const path = join(dataFolder, 'recon.db');
  if (!existsSync(path)) return [];
  const place = pathToFileURL(path);
  place.searchParams.set('mode', 'ro');
  const database = await openSqlite(place);
  try {
    return database
      .prepare('select name from accounts order by name')
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}
