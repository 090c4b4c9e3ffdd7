import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError, systemErrorCode } from '../errors.ts';
import { fillingError, fillingOf } from '../system/filling.ts';
import { folderError } from './folder-error.ts';
import type { Places } from './places.ts';
import { runningOn } from './running.ts';
import { inspectDatabase } from './storage/inspect-database.ts';
import { NEWEST_SCHEMA } from './storage/migrate.ts';
import { requireKnownSchema } from './storage/schema-version.ts';

/** The number of a schema that is there, 0 for none, and of the one that this recon needs. */
export interface FoundSchema {
  found: number;
  newest: number;
}

/**
 * Tells of which schema the data of a service is, and changes nothing. A damaged database counts as one of this version:
 * whoever opens it says what is wrong.
 * @throws ReconError `storage` if it is of a newer recon
 */
export async function schemaOf({ dataFolder, databaseUrl }: Places): Promise<FoundSchema> {
  if (databaseUrl !== undefined) return schemaOfPostgres(databaseUrl);
  try {
    // A folder that this user may not see is not missing.
    await stat(dataFolder).catch((error: unknown) => {
      if (systemErrorCode(error) === 'EACCES') throw error;
    });
    const database = await inspectDatabase(join(dataFolder, 'recon.db'), { isWhole: false });
    const found = database.state === 'sound' ? database.schema : database.state === 'damaged' ? NEWEST_SCHEMA : 0;
    return { found, newest: NEWEST_SCHEMA };
  } catch (error) {
    throw folderError(dataFolder, error);
  }
}

async function schemaOfPostgres(url: string): Promise<FoundSchema> {
  const [{ openPostgres }, { NEWEST_POSTGRES_SCHEMA: newest, versionOf }] = await Promise.all([
    import('./storage/postgres/open-postgres.ts'),
    import('./storage/postgres/migrate-postgres.ts'),
  ]);
  const db = openPostgres(url);
  try {
    const found = await versionOf(db);
    requireKnownSchema(found, newest);
    return { found, newest };
  } finally {
    await db.destroy();
  }
}

/** Why a folder has no database yet, where a service or a restore makes one, or was to make it. */
export async function notFilledYet({ dataFolder, databaseUrl }: Places): Promise<ReconError | undefined> {
  if (databaseUrl !== undefined) return undefined;
  const filling = await fillingOf(dataFolder).catch((error: unknown) => {
    throw folderError(dataFolder, error);
  });
  return filling && fillingError(filling, dataFolder);
}

/**
 * Refuses data that is not of this version: an earlier service may be at work on it, so only a start brings it up to date.
 * Returns false if there is none yet.
 * @throws ReconError `storage`, `unavailable` while a service starts there or a restore fills the folder
 */
export async function requireThisSchema(places: Places): Promise<boolean> {
  const { found, newest } = await schemaOf(places);
  if (found === newest) return true;
  if (found === 0) {
    const notFilled = await notFilledYet(places);
    if (notFilled !== undefined) throw notFilled;
    return false;
  }
  throw new ReconError('storage', `the data is of an earlier recon (schema ${found}, this one needs ${newest})`, {
    details: ['Nothing was changed. The next start of the service with this recon brings it up to date.'],
    hint: {
      before: 'stop every process of the service, make a backup, and start this version',
      command: ['serve', ...(places.databaseUrl === undefined ? ['--data', places.dataFolder] : [])],
    },
  });
}

/**
 * The same, and refuses a place without data.
 * @throws ReconError `not_found`, `usage` where its data are in a database
 */
export async function requireData(places: Places): Promise<void> {
  if (await requireThisSchema(places)) return;
  const isFolder = places.databaseUrl === undefined;
  // Also after a kill: what ran here has no database in the folder.
  if (isFolder && (await runningOn(places.dataFolder)) !== undefined) {
    throw new ReconError(
      'usage',
      `the service on ${JSON.stringify(places.dataFolder)} keeps its patients in a database`,
      {
        hint: 'the same command with its --database, or with its RECON_SERVE_DATABASE in the environment',
      },
    );
  }
  const place = isFolder ? places.dataFolder : 'this PostgreSQL database';
  throw new ReconError('not_found', `there is no data of a service in ${place}`, { hint: { command: ['serve'] } });
}
