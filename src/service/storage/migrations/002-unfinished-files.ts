import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** The text that the sweep of the first version wrote over status and reason of a record whose file was missing. */
const MISSING = 'a file of it is missing on the disk of the service';

const STATEMENTS = [
  // The id of this data folder and the number of commits in it. One row.
  `create table folder (id text not null, commits integer not null) strict`,

  // 'new': the id was handed out and no record owns the file yet. 'erased': the record is gone, and the file must go
  // too.
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

/** Records every file before it is on the disk, and keeps "incomplete" apart from a failed generation. */
export async function unfinishedFiles<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await sql`insert into folder (id, commits) values (${randomBytes(16).toString('hex')}, 0)`.execute(db);
}
