import { join } from 'node:path';
import type { Places } from '../places.ts';
import type { DatabaseReader } from './database-reader.ts';

/** Reads one moment of a service's database. */
export async function openReader({ databaseUrl, dataFolder }: Places): Promise<DatabaseReader> {
  if (databaseUrl === undefined) {
    const { openSqliteReader } = await import('./sqlite-reader.ts');
    return openSqliteReader(join(dataFolder, 'recon.db'));
  }
  const { openPostgresReader } = await import('./postgres-reader.ts');
  return openPostgresReader(databaseUrl);
}
