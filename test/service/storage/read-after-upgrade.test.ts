import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const ROWS = [
  `insert into accounts (id, name, created_at) values (1, 'a', 1)`,
  `insert into patients (id, owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    values (1, 1, 'p', '', '', 0, 1, 1)`,
  `insert into reconstructions (id, patient_id, type, provider, accepted, status, given_measures, measures, created_at, updated_at, slot)
    values (1, 1, 'mammo', 4, 0, 'has_3d', '{}', '{}', 1, 1, 'current')`,
];

test('the first read after an upgrade has the column that the upgrade added: reads have a connection of their own', async () => {
  const path = join(tempFolder(), 'recon.db');
  const earlier = await openSqliteDatabase(path, { clock: systemClock, schema: 13 });
  for (const row of ROWS) await sql.raw(row).execute(earlier.db);
  await earlier.close();
  const database = await openSqliteDatabase(path, { clock: systemClock });
  expect(await database.db.selectFrom('reconstructions').selectAll().executeTakeFirst()).toHaveProperty('earlier');
  await database.close();
});
