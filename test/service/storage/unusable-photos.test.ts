import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { invitedPhotosOf } from '../../../src/service/domain/invited-photos.ts';
import type { Db } from '../../../src/service/storage/database.ts';
import { openPool } from '../../../src/service/storage/postgres/connections.ts';
import { migrateWithin } from '../../../src/service/storage/postgres/migrate-postgres.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** As recon before 0.39 made them. */
const SCHEMAS = { sqlite: 15, postgres: 13 };

const ROWS = [
  `insert into accounts (id, name, created_at) values (1, 'a', 1)`,
  `insert into patients (id, owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    values (1, 1, 'p', '', '', 0, 1, 1)`,
  `insert into invitations (id, patient_id, type, token_hash, created_at, expires_at) values (3, 1, 'face', 't', 1, 2)`,
  `insert into invited_photos (id, invitation_id, view, sent_id, sent_sha256, picture_hash, sha256, size_bytes, mime,
      created_at, warnings)
    values ('f', 3, 'front', 's', 's', 'p', 's', 1, 'image/jpeg', 1, '["cut_off"]')`,
];
const fill = async (db: Db) => {
  for (const row of ROWS) await sql.raw(row).execute(db);
};

/** The first read has the column, and the photo takes what a new look says. */
async function expectColumn(db: Db): Promise<void> {
  expect(await invitedPhotosOf(db, 3)).toMatchObject([{ id: 'f', warnings: '["cut_off"]', is_unusable: null }]);
  await db.updateTable('invited_photos').set({ is_unusable: 1 }).execute();
  expect(await invitedPhotosOf(db, 3)).toMatchObject([{ id: 'f', is_unusable: 1 }]);
}

test('of photos in an earlier data folder nobody knows whether they give a model, until somebody looks again', async () => {
  const path = join(tempFolder(), 'recon.db');
  const earlier = await openSqliteDatabase(path, { clock: systemClock, schema: SCHEMAS.sqlite });
  await fill(earlier.db);
  await earlier.close();
  const database = await openSqliteDatabase(path, { clock: systemClock });
  await expectColumn(database.db);
  await database.close();
});

test.skipIf(postgresPrograms() === undefined)('so it is with those in an earlier PostgreSQL database', async () => {
  const { url, drop } = await openTestDatabase();
  const earlier = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
  await earlier.transaction().execute((transaction) => migrateWithin(transaction, SCHEMAS.postgres));
  await fill(earlier);
  await earlier.destroy();
  const database = await openPostgresDatabase(url);
  await expectColumn(database.db);
  await database.close();
  await drop();
});
