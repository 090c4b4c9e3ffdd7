import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import type { Places } from '../places.ts';
import type { Db } from '../storage/database.ts';
import { NEWEST_SCHEMA } from '../storage/migrate.ts';
import { requireKnownSchema } from '../storage/schema-version.ts';
import { openSqliteDatabase } from '../storage/sqlite-database.ts';
import type { Engine } from './database-reader.ts';
import type { Manifest } from './manifest.ts';

/**
 * Makes a database where there is none, as a whole or not at all: `work` fills it. It gets the schema that its rows had;
 * the next start of a service brings an older one up to date.
 */
export async function writeNewDatabase(
  places: Places,
  from: Manifest['from'],
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const engine: Engine = places.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const schema = await schemaFor(engine, from);
  if (places.databaseUrl === undefined) await writeSqlite(places.dataFolder, schema, work);
  else await writePostgres(places.databaseUrl, schema, work);
}

/** @throws ReconError `storage` if this recon cannot read the rows into that engine */
async function schemaFor(engine: Engine, from: Manifest['from']): Promise<number> {
  const newest = { sqlite: NEWEST_SCHEMA, postgres: await newestOfPostgres() };
  requireKnownSchema(from.schema, newest[from.engine]);
  if (engine === from.engine) return from.schema;
  if (from.schema === newest[from.engine]) return newest[engine];
  throw new ReconError('storage', 'the backup was made by an earlier recon, from the other kind of database', {
    details: [
      'The two kinds count their versions apart, so only a backup of this version can go from one to the other.',
    ],
    hint: 'restore it into the kind of database that it is from, start the service once, back it up again, and restore that',
  });
}

const newestOfPostgres = async () => (await import('../storage/postgres/migrate-postgres.ts')).NEWEST_POSTGRES_SCHEMA;

async function writeSqlite(folder: string, schema: number, work: (db: Db) => Promise<void>): Promise<void> {
  const path = join(folder, 'recon.db');
  const draft = `${path}.new`;
  const dropDraft = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(`${draft}${end}`, { force: true });
  };
  await dropDraft();
  try {
    const database = await openSqliteDatabase(draft, { clock: systemClock, schema });
    try {
      await database.transact(work);
    } finally {
      await database.close();
    }
    await rename(draft, path);
  } finally {
    await dropDraft();
  }
  await syncFolder(folder);
}

async function writePostgres(url: string, schema: number, work: (db: Db) => Promise<void>): Promise<void> {
  const [{ openPostgres }, { migrateWithin }] = await Promise.all([
    import('../storage/postgres/open-postgres.ts'),
    import('../storage/postgres/migrate-postgres.ts'),
  ]);
  const db = openPostgres(url);
  try {
    await db.transaction().execute(async (transaction) => {
      await migrateWithin(transaction, schema);
      await work(transaction);
    });
  } finally {
    await db.destroy();
  }
}
