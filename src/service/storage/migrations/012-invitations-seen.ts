import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What a desk sees of a link: when its page was opened, and what was said of each photo. */
export async function invitationsSeen<Schema>(db: Kysely<Schema>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [
    `alter table invitations add column opened_at ${isPostgres ? 'bigint' : 'integer'}`,
    // The names of the warnings as a JSON array; null if nobody has looked.
    `alter table invited_photos add column warnings ${isPostgres ? 'text collate "C"' : 'text'}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
