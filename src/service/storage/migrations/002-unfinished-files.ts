import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** What the sweep of the first version wrote over the status and reason of a record whose file was missing. */
const MISSING = 'a file of it is missing on the disk of the service';

const STATEMENTS = [
  // Which data folder this is, and how often something was committed in it. One row.
  `create table folder (id text not null, commits integer not null) strict`,

  // 'new': the id was handed out and no record owns the file yet. 'erased': its record is gone, and so should it be.
  `create table unfinished_files (
    id text primary key,
    kind text not null check (kind in ('new', 'erased'))
  ) strict, without rowid`,

  `alter table reconstructions add column is_incomplete integer not null default 0`,
  `alter table afters add column is_incomplete integer not null default 0`,
  ...['reconstruction', 'after'].map(
    (record) => `update ${record}s
      set reason = null, status = case (select state from jobs where jobs.${record}_id = ${record}s.id)
        when 'done' then 'has_3d' when 'failed' then 'failed' else 'processing' end
      where status = 'failed' and reason = '${MISSING}'`,
  ),
];

/** Every file is on record before it is on the disk; "incomplete" stands apart from a generation that failed. */
export async function unfinishedFiles<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await sql`insert into folder (id, commits) values (${randomBytes(16).toString('hex')}, 0)`.execute(db);
}
