import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Null for an account that may be used.
  `alter table accounts add column disabled_at integer`,
  // A token of before could do all of the interface and had no name.
  `alter table tokens add column label text not null default 'default'`,
  `alter table tokens add column scope text not null default 'write' check (scope in ('read', 'write', 'admin'))`,
  // Null for a token that does not expire.
  `alter table tokens add column expires_at integer`,
  // To the minute; null for a token that was never used since this column is there.
  `alter table tokens add column last_used_at integer`,
];

/** Accounts have several tokens, of which each may do more or less, and can be disabled. */
export async function accountTokens<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
