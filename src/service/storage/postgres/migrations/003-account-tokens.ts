import { type Kysely, sql } from 'kysely';

/** As in migration 007 of SQLite. */
const STATEMENTS = [
  `alter table accounts add column disabled_at bigint`,
  `alter table tokens
    add column label text collate "C" not null default 'default',
    add column scope text collate "C" not null default 'write' check (scope in ('read', 'write', 'admin')),
    add column expires_at bigint,
    add column last_used_at bigint`,
];

/** Accounts have several tokens, of which each may do more or less, and can be disabled. */
export async function accountTokens<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
