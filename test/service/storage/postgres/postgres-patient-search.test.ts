import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { foldText } from '../../../../src/service/domain/fold.ts';
import type { Database } from '../../../../src/service/storage/database.ts';
import { openPool } from '../../../../src/service/storage/postgres/connections.ts';
import { openPostgresDatabase } from '../../../../src/service/storage/postgres/postgres-database.ts';
import { postgresPatientSearch } from '../../../../src/service/storage/postgres/postgres-patient-search.ts';
import type { Tables } from '../../../../src/service/storage/schema.ts';
import { jointsOf } from '../../../../src/service/storage/search-grams.ts';
import { makeOldPostgres, oldPatients } from '../../../support/old-postgres.ts';
import { openTestDatabase, postgresPrograms } from '../../../support/postgres.ts';

const ALL = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

describe.skipIf(postgresPrograms() === undefined)('the search in PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof openTestDatabase>>;
  let database: Database;
  beforeAll(async () => {
    place = await openTestDatabase();
    // As 0.4.0 left it.
    await makeOldPostgres(place.url, 5, oldPatients(20_000));
    database = await openPostgresDatabase(place.url);
    await sql`vacuum analyze patients`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  const found = async (part: string) => {
    const runs = await (await database.search.prepare(1, { name: { part } })).count(ALL);
    return runs.reduce((total, { matches }) => total + matches, 0);
  };

  /** The indexes from which the matches of this part of a name are counted. */
  async function indexesFor(part: string): Promise<string[]> {
    const asked: CompiledQuery[] = [];
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: openPool(place.url) }),
      log: ({ query }) => void asked.push(query),
    });
    onTestFinished(() => db.destroy());
    await (await postgresPatientSearch(db).prepare(1, { name: { part } })).count(ALL);
    const [counting] = asked;
    const plan = await db.executeQuery({ ...counting!, sql: `explain (format json) ${counting!.sql}` });
    return [...JSON.stringify(plan.rows).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name!);
  }

  test('two words of a name are found by the place where they meet, and by nothing that is more common', async () => {
    expect(await indexesFor('li ana')).toEqual(['patients_by_joint']);
    expect(await indexesFor('ana li 123')).toEqual(['patients_by_joint']);
    expect(await indexesFor('nobody')).toEqual(['patients_by_text']);
  });

  test('those of a database of 0.4.0 are found, and as they are renamed, moved and deleted', async () => {
    expect([await found('li ana'), await found('ana li'), await found('ana li 1')]).toEqual([1000, 9000, 4996]);
    const rename = (id: number, name_folded: string) =>
      database.db.updateTable('patients').set({ name_folded }).where('id', '=', id).execute();
    await rename(20, 'liana');
    await rename(40, 'mali anan');
    await rename(21, 'li ana');
    await database.db.updateTable('patients').set({ owner_id: 2 }).where('id', '=', 60).execute();
    await database.db.deleteFrom('patients').where('id', '=', 80).execute();
    expect(await found('li ana')).toBe(998);
  });

  test('every name has the joints of each filter that finds it', async () => {
    for (const name of [
      'Ana María Müller',
      'a b c  d',
      ' Li ',
      '小明 😀😀 x',
      'O  O',
      "a_b %c \\d '",
      '   ',
      'x',
      '',
    ]) {
      const folded = foldText(name);
      const characters = [...folded];
      const parts = characters.flatMap((_, from) => characters.map((_, to) => characters.slice(from, to + 1).join('')));
      const { rows } = await sql<{ joints: string[] }>`select joints_of(12, ${folded}) as joints`.execute(database.db);
      const wanted = parts.flatMap((part) => jointsOf({ name: { part } })).map((joint) => `12 ${joint}`);
      expect([name, new Set(rows[0]!.joints)]).toEqual([name, new Set(wanted)]);
    }
  });

  test('the longest name that a form may have is indexed in time', async () => {
    // 8 KB, of characters that come apart into 18 letters and spaces.
    const name_folded = foldText('\ufdfa'.repeat(2_730));
    expect(name_folded).toHaveLength(49_140);
    const startedAt = performance.now();
    await database.db.updateTable('patients').set({ name_folded }).where('id', '=', 1).execute();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await found(name_folded.slice(0, 30))).toBe(1);
  });
});
