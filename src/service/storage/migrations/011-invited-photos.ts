import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Text and whole numbers, as the two databases name them. */
const SQLITE = { int: 'integer', text: 'text', end: ' strict' };
const POSTGRES = { int: 'bigint', text: 'text collate "C"', end: '' };

/** A patient's photos come one by one; until the patient sends them, they belong to the invitation alone. */
export async function invitedPhotos<Schema>(db: Kysely<Schema>): Promise<void> {
  const { int, text, end } = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE;
  const statements = [
    `create table invited_photos (
      id ${text} primary key,
      invitation_id ${int} not null references invitations (id) on delete cascade,
      view ${text} not null,
      sent_id ${text} not null,
      sent_sha256 ${text} not null,
      picture_hash ${text} not null,
      sha256 ${text} not null,
      size_bytes ${int} not null,
      mime ${text} not null,
      created_at ${int} not null,
      unique (invitation_id, view)
    )${end}`,
    // SHA-256 of the key that the set was sent with, hex, and what was made of it: the answer may have been lost.
    `alter table invitations add column sent_key ${text}`,
    `alter table invitations add column reconstruction_id ${int}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
