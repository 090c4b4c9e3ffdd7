import { type Kysely, sql } from 'kysely';

/** What is counted by a key until a time, in all processes. A crash of the server may empty it. */
export async function rateCounts<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`create unlogged table rate_counts (
    key text collate "C" primary key,
    current integer not null,
    ends_at bigint not null
  )`.execute(db);
}
