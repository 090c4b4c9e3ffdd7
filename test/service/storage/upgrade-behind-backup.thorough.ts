import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openPool } from '../../../src/service/storage/postgres/connections.ts';
import {
  migrateWithin,
  NEWEST_POSTGRES_SCHEMA,
  versionOf,
} from '../../../src/service/storage/postgres/migrate-postgres.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';

/** The next step after it changes the table of invitations, so it waits for whoever reads that table. */
const BEFORE_INVITATIONS_SEEN = 9;

test.skipIf(postgresPrograms() === undefined)(
  'an upgrade behind a backup of the database ends in words, changes nothing, and is made by the next start',
  { timeout: 60_000 },
  async () => {
    const { url, drop } = await openTestDatabase();
    const old = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
    await old.transaction().execute((transaction) => migrateWithin(transaction, BEFORE_INVITATIONS_SEEN));
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('begin; select id from invitations');
    await expect(openPostgresDatabase(url)).rejects.toMatchObject({
      code: 'storage',
      message: 'the database is in use by a backup or another program (55P03)',
    });
    await backup.end();
    expect(await versionOf(old)).toBe(BEFORE_INVITATIONS_SEEN);
    await (await openPostgresDatabase(url)).close();
    expect(await versionOf(old)).toBe(NEWEST_POSTGRES_SCHEMA);
    await old.destroy();
    await drop();
  },
);
