import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Db } from '../../../src/service/storage/database.ts';
import { openPool } from '../../../src/service/storage/postgres/connections.ts';
import { migrateWithin } from '../../../src/service/storage/postgres/migrate-postgres.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** As recon before 0.38 made them. */
const SCHEMAS = { sqlite: 14, postgres: 12 };

const ROWS = [
  `insert into accounts (id, name, created_at) values (1, 'a', 1)`,
  `insert into patients (id, owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    values (1, 1, 'p', '', '', 0, 1, 1)`,
  `insert into reconstructions (id, patient_id, type, provider, accepted, status, given_measures, measures, created_at, updated_at, slot)
    values (1, 1, 'mammo', 4, 0, 'has_3d', '{}', '{}', 1, 1, 'current')`,
  `insert into simulations (id, reconstruction_id, name, description, left_implant, right_implant, updated_at)
    values (7, 1, 'Plan A', '', '{}', '{}', 1)`,
];
const fill = async (db: Db) => {
  for (const row of ROWS) await sql.raw(row).execute(db);
};

/** One of before has none, and one of now may. */
async function expectLines(db: Db): Promise<void> {
  const texts = { name: 'Plan B', description: '', left_implant: '{}', right_implant: '{}', lines: '{}' };
  await db
    .insertInto('simulations')
    .values({ ...texts, id: 8, reconstruction_id: 1, updated_at: 1 })
    .execute();
  const kept = await db.selectFrom('simulations').select(['name', 'lines']).orderBy('id').execute();
  expect(kept).toEqual([
    { name: 'Plan A', lines: null },
    { name: 'Plan B', lines: '{}' },
  ]);
}

test('simulations of an earlier data folder are without lines, and new ones may have them', async () => {
  const path = join(tempFolder(), 'recon.db');
  const earlier = await openSqliteDatabase(path, { clock: systemClock, schema: SCHEMAS.sqlite });
  await fill(earlier.db);
  await earlier.close();
  const database = await openSqliteDatabase(path, { clock: systemClock });
  await expectLines(database.db);
  await database.close();
});

test.skipIf(postgresPrograms() === undefined)('so are those of an earlier PostgreSQL database', async () => {
  const { url, drop } = await openTestDatabase();
  const earlier = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
  await earlier.transaction().execute((transaction) => migrateWithin(transaction, SCHEMAS.postgres));
  await fill(earlier);
  await earlier.destroy();
  const database = await openPostgresDatabase(url);
  await expectLines(database.db);
  await database.close();
  await drop();
});
