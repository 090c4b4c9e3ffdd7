import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** How long a model is being made is told without the time that it waited. Of those that are being made nobody knows. */
export async function begunJobs<Schema>(db: Kysely<Schema>): Promise<void> {
  const int = db.getExecutor().adapter instanceof PostgresAdapter ? 'bigint' : 'integer';
  await sql.raw(`alter table jobs add column begun_at ${int}`).execute(db);
}
