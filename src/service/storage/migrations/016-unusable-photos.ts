import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** A desk sees of a photo whether a generation would refuse it. Of those looked at before nobody knows. */
export async function unusablePhotos<Schema>(db: Kysely<Schema>): Promise<void> {
  const int = db.getExecutor().adapter instanceof PostgresAdapter ? 'bigint' : 'integer';
  await sql.raw(`alter table invited_photos add column is_unusable ${int}`).execute(db);
}
