import { type Kysely, sql } from 'kysely';
import { first } from './migrations/001-first.ts';
import { unfinishedFiles } from './migrations/002-unfinished-files.ts';
import { aftersOfIdempotencyKeys } from './migrations/003-afters-of-idempotency-keys.ts';
import { sharedJobs } from './migrations/004-shared-jobs.ts';
import { patientSearch } from './migrations/005-patient-search.ts';
import { joints } from './migrations/006-joints.ts';
import { accountTokens } from './migrations/007-account-tokens.ts';
import { certainty } from './migrations/008-certainty.ts';
import { audit } from './migrations/009-audit.ts';
import { quotas } from './migrations/010-quotas.ts';
import { invitedPhotos } from './migrations/011-invited-photos.ts';
import { invitationsSeen } from './migrations/012-invitations-seen.ts';
import { foldedLetters } from './migrations/013-folded-letters.ts';
import { earlierModels } from './migrations/014-earlier-models.ts';
import { simulationLines } from './migrations/015-simulation-lines.ts';
import { unusablePhotos } from './migrations/016-unusable-photos.ts';
import { begunJobs } from './migrations/017-begun-jobs.ts';
import { filesBySum } from './migrations/018-files-by-sum.ts';
import { invitationsByPatient } from './migrations/019-invitations-by-patient.ts';
import type { Tables } from './schema.ts';
import { requireKnownSchema } from './schema-version.ts';

/** The order counts: a number is never reused and a published migration never changes. */
const MIGRATIONS: readonly ((db: Kysely<Tables>) => Promise<void>)[] = [
  first,
  unfinishedFiles,
  aftersOfIdempotencyKeys,
  sharedJobs,
  patientSearch,
  joints,
  accountTokens,
  certainty,
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
  invitationsByPatient,
];

export const NEWEST_SCHEMA = MIGRATIONS.length;

/** Brings the database to the newest schema, or to an earlier one, all steps in one transaction. */
export async function migrate(db: Kysely<Tables>, schema: number = NEWEST_SCHEMA): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await sql<{ user_version: number }>`pragma user_version`.execute(transaction);
    const version = found.rows[0]?.user_version ?? 0;
    requireKnownSchema(version, NEWEST_SCHEMA);
    // An up-to-date database is not written to: a full disk must not stop the service from starting.
    if (version === schema) return;
    for (const migration of MIGRATIONS.slice(version, schema)) await migration(transaction);
    await sql.raw(`pragma user_version = ${schema}`).execute(transaction);
  });
}
