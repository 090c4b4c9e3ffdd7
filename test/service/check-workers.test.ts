import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { checkWorkers } from '../../src/service/doctor/check-workers.ts';
import type { Looked } from '../../src/service/doctor/looked.ts';
import { openSqliteDatabase } from '../../src/service/storage/sqlite-database.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A generation that has waited since 1970. */
const ROWS = [
  `insert into accounts (id, name, created_at) values (1, 'a', 1)`,
  `insert into patients (id, owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    values (1, 1, 'p', '', '', 0, 1, 1)`,
  `insert into reconstructions (id, patient_id, type, provider, accepted, status, given_measures, measures, created_at, updated_at, slot)
    values (1, 1, 'mammo', 4, 0, 'processing', '{}', '{}', 1, 1, 'current')`,
  `insert into jobs (id, account_id, reconstruction_id, state, attempt, lease_until, created_at)
    values (1, 1, 1, 'queued', 0, 0, 1)`,
];

test('of a generation that lacks a photo it is not said that no process makes models', async () => {
  const dataFolder = tempFolder();
  const { db, close } = await openSqliteDatabase(join(dataFolder, 'recon.db'), { clock: systemClock });
  for (const row of ROWS) await sql.raw(row).execute(db);
  const found = () => checkWorkers({ store: { db, clock: systemClock }, places: { dataFolder } } as unknown as Looked);
  expect(await found()).toMatchObject([{ isRight: false, found: expect.stringContaining('0 of 1 generations') }]);
  await db.updateTable('reconstructions').set({ is_incomplete: 1 }).execute();
  expect(await found()).toMatchObject([{ isRight: true }, { isRight: true, found: '0 generations wait' }]);
  await close();
});
