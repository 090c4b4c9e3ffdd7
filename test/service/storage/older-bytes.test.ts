import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { storedByAccount } from '../../../src/service/domain/quotas.ts';
import type { Database } from '../../../src/service/storage/database.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { makeOldPostgres } from '../../support/old-postgres.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const generated = "'mammo', 4, 0, 'has_3d', '{}', '{}', 1, 1";
const columns = 'type, provider, accepted, status, given_measures, measures, created_at, updated_at';
/** Two accounts: one with a reconstruction of 30 bytes and an after of 5, the other one with 7 bytes and a bare patient. */
const ROWS = [
  `insert into accounts (name, created_at) values ('a', 1), ('b', 1)`,
  `insert into patients (owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    values (1, 'p1', '', '', 0, 1, 1), (2, 'p2', '', '', 0, 1, 1), (2, 'p3', '', '', 0, 1, 1)`,
  `insert into reconstructions (patient_id, slot, ${columns})
    values (1, 'current', ${generated}), (2, 'current', ${generated})`,
  `insert into afters (patient_id, ${columns}) values (1, ${generated})`,
  `insert into files (id, reconstruction_id, after_id, name, sha256, size_bytes, mime, created_at) values
    ('f1', 1, null, 'left', '', 10, '', 1), ('f2', 1, null, 'front', '', 20, '', 1),
    ('f3', null, 1, 'left', '', 5, '', 1), ('f4', 2, null, 'left', '', 7, '', 1)`,
];

async function expectCounted(database: Database): Promise<void> {
  onTestFinished(() => database.close());
  const stored = await storedByAccount({ database, db: database.db, clock: systemClock }, [1, 2]);
  expect(stored.get(1)).toEqual({ patients: 1, bytes: 35 });
  expect(stored.get(2)).toEqual({ patients: 2, bytes: 7 });
}

test('a data folder of 0.5.0 has its bytes counted when it is upgraded', async () => {
  const path = join(tempFolder(), 'recon.db');
  const old = await openSqliteDatabase(path, { clock: systemClock, schema: 9 });
  for (const row of ROWS) await sql.raw(row).execute(old.db);
  await old.close();
  await expectCounted(await openSqliteDatabase(path, { clock: systemClock }));
});

test.skipIf(postgresPrograms() === undefined)('so has a database of 0.4.0', async () => {
  const { url, drop } = await openTestDatabase();
  onTestFinished(drop);
  await makeOldPostgres(url, 5, ROWS);
  await expectCounted(await openPostgresDatabase(url));
});
