import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { certainty } from '../migrations/008-certainty.ts';
import { audit } from '../migrations/009-audit.ts';
import { invitedPhotos } from '../migrations/011-invited-photos.ts';
import { invitationsSeen } from '../migrations/012-invitations-seen.ts';
import { foldedLetters } from '../migrations/013-folded-letters.ts';
import { earlierModels } from '../migrations/014-earlier-models.ts';
import { simulationLines } from '../migrations/015-simulation-lines.ts';
import { unusablePhotos } from '../migrations/016-unusable-photos.ts';
import { begunJobs } from '../migrations/017-begun-jobs.ts';
import { filesBySum } from '../migrations/018-files-by-sum.ts';
import type { Tables } from '../schema.ts';
import { requireKnownSchema } from '../schema-version.ts';
import { openPool } from './connections.ts';
import { first } from './migrations/001-first.ts';
import { patientSearch } from './migrations/002-patient-search.ts';
import { accountTokens } from './migrations/003-account-tokens.ts';
import { rateCounts } from './migrations/004-rate-counts.ts';
import { joints } from './migrations/006-joints.ts';
import { quotas } from './migrations/008-quotas.ts';

/** The order counts: a number is never reused and a published migration never changes. */
const MIGRATIONS: readonly ((db: Kysely<Tables>) => Promise<void>)[] = [
  first,
  patientSearch,
  accountTokens,
  rateCounts,
  certainty,
  joints,
  audit,
  quotas,
  invitedPhotos,
  invitationsSeen,
  foldedLetters,
  earlierModels,
  simulationLines,
  unusablePhotos,
  begunJobs,
  filesBySum,
];

export const NEWEST_POSTGRES_SCHEMA = MIGRATIONS.length;

/** Any number that no other program on the same database uses. */
const MIGRATION_LOCK = 4_747_001;

/** Brings the database to the newest schema, all steps in one transaction; one process at a time. */
export async function migratePostgres(db: Kysely<Tables>, url: string): Promise<void> {
  if ((await versionOf(db)) === NEWEST_POSTGRES_SCHEMA) return;
  // An index of a million patients takes some 10 s, and another process may be making it: no statement has a limit of time.
  const unlimited = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, 0) }) });
  try {
    await unlimited.transaction().execute((transaction) => migrateWithin(transaction, NEWEST_POSTGRES_SCHEMA));
  } finally {
    await unlimited.destroy();
  }
}

/** Brings the database to this schema, as a part of the transaction. */
export async function migrateWithin(transaction: Transaction<Tables>, schema: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
  const version = await versionOf(transaction);
  requireKnownSchema(version, NEWEST_POSTGRES_SCHEMA);
  // A change of a table waits until a backup has read it, and other requests wait behind the change; so there is a limit.
  if (version > 0 && version < schema) await sql`set local lock_timeout = '10s'`.execute(transaction);
  for (const migration of MIGRATIONS.slice(version, schema)) await migration(transaction);
  if (version === 0) await sql`create table schema_version (version integer not null)`.execute(transaction);
  await sql`delete from schema_version`.execute(transaction);
  await sql`insert into schema_version values (${schema})`.execute(transaction);
}

/** 0 for an empty database. */
export async function versionOf(db: Kysely<Tables>): Promise<number> {
  const found = await sql<{ name: string | null }>`select to_regclass('schema_version')::text as name`.execute(db);
  if (found.rows[0]?.name == null) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return rows[0]?.version ?? 0;
}
