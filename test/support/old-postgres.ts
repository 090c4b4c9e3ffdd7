import { Kysely, PostgresDialect, sql } from 'kysely';
import { certainty } from '../../src/service/storage/migrations/008-certainty.ts';
import { openPool } from '../../src/service/storage/postgres/connections.ts';
import { first } from '../../src/service/storage/postgres/migrations/001-first.ts';
import { patientSearch } from '../../src/service/storage/postgres/migrations/002-patient-search.ts';
import { accountTokens } from '../../src/service/storage/postgres/migrations/003-account-tokens.ts';
import { rateCounts } from '../../src/service/storage/postgres/migrations/004-rate-counts.ts';

const MIGRATIONS = [first, patientSearch, accountTokens, rateCounts, certainty];

/** Makes an empty database one of an older version, in the schema of 0.3.1 (2) or of 0.4.0 (5), with these rows. */
export async function makeOldPostgres(url: string, schema: number, rows: readonly string[]): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
  for (const migration of MIGRATIONS.slice(0, schema)) await migration(db);
  const version = [
    'create table schema_version (version integer not null)',
    `insert into schema_version values (${schema})`,
  ];
  for (const statement of [...version, ...rows]) await sql.raw(statement).execute(db);
  await db.destroy();
}

/** So many patients of two accounts, in the order of their ids; every tenth is called `li ana`. */
export const oldPatients = (patients: number): string[] => [
  `insert into accounts (name, created_at) values ('a', 1), ('b', 1)`,
  `insert into patients (owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
    select 1 + n / 10 % 2, n, case when n % 10 = 0 then 'li ana' else 'ana li ' || n end, '', 0, 1, 1
    from generate_series(1, ${patients}) as n`,
];
