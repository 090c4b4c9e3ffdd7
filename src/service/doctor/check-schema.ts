import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, right, wrong } from '../../contract/finding.ts';
import { hasCode, unlessMissing } from '../../errors.ts';
import { openSqlite } from '../../system/sqlite.ts';
import { checkFolder } from '../check-folder.ts';
import { makeDataFolder } from '../open-store.ts';
import type { Places } from '../places.ts';
import { NEWEST_SCHEMA } from '../storage/migrate.ts';
import { requireKnownSchema } from '../storage/schema-version.ts';

/** Whoever opens a database as a service makes it and brings it up to date, so this is looked at first. */
export async function checkSchema(places: Places): Promise<Finding[]> {
  const { found, newest } =
    places.databaseUrl === undefined ? await ofSqlite(places) : await ofPostgres(places.databaseUrl);
  if (found === 0) return [wrong('database', 'no service has kept data in it', { command: ['serve'] })];
  requireKnownSchema(found, newest);
  if (found === newest) return [right('database', 'is of this version')];
  return [
    wrong(
      'database',
      `it is of an earlier recon (${found}, this one needs ${newest})`,
      { command: ['backup', 'TO'], because: 'first' },
      { before: 'then stop all processes and start one', command: ['serve'] },
    ),
  ];
}

async function ofSqlite({ dataFolder, bucket }: Places): Promise<{ found: number; newest: number }> {
  const nothing = { found: 0, newest: NEWEST_SCHEMA };
  if (!(await isThere(dataFolder))) return nothing;
  const path = join(await makeDataFolder(dataFolder), 'recon.db');
  if (bucket === undefined) await checkFolder(dataFolder);
  if (!(await isThere(path))) return nothing;
  const connection = await openSqlite(path);
  try {
    const [row] = connection.prepare('pragma user_version').all();
    return { found: Number(row?.['user_version']), newest: NEWEST_SCHEMA };
  } finally {
    connection.close();
  }
}

const isThere = async (path: string) => (await access(path).then(() => true, unlessMissing)) === true;

async function ofPostgres(url: string): Promise<{ found: number; newest: number }> {
  const [{ openPostgres }, { NEWEST_POSTGRES_SCHEMA: newest, versionOf }] = await Promise.all([
    import('../storage/postgres/open-postgres.ts'),
    import('../storage/postgres/migrate-postgres.ts'),
  ]);
  const db = openPostgres(url);
  try {
    return { found: await versionOf(db), newest };
  } catch (error) {
    if (!hasCode(error, 'unavailable')) throw error;
    throw error.with({ hint: 'start PostgreSQL, or correct its place in RECON_SERVE_DATABASE (--database)' });
  } finally {
    await db.destroy();
  }
}
