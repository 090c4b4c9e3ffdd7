import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/service/storage/database.ts';
import { openPostgresDatabase } from '../../../../src/service/storage/postgres/postgres-database.ts';
import { openTestDatabase, postgresPrograms } from '../../../support/postgres.ts';

describe.skipIf(postgresPrograms() === undefined)('PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof openTestDatabase>>;
  let database: Database;
  beforeAll(async () => {
    place = await openTestDatabase();
    database = await openPostgresDatabase(place.url);
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  test('an empty database is set up once, by whoever comes first', async () => {
    const others = await Promise.all([openPostgresDatabase(place.url), openPostgresDatabase(place.url)]);
    const ids = await Promise.all([database, ...others].map(async (one) => (await one.lastCommit()).folderId));
    expect(new Set(ids).size).toBe(1);
    await Promise.all(others.map((one) => one.close()));
  });
});
