import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // The account that asked for the generation; a transfer does not change it.
  `alter table jobs add column account_id integer not null default 0`,
  `update jobs set account_id = coalesce(
    (select owner_id from patients join reconstructions on reconstructions.patient_id = patients.id
      where reconstructions.id = jobs.reconstruction_id),
    (select owner_id from patients join afters on afters.patient_id = patients.id where afters.id = jobs.after_id),
    0
  )`,
  `alter table jobs add column failures integer not null default 0`,
  // 0 to 1
  `alter table jobs add column progress real not null default 0`,
  `drop index jobs_open`,
  `create index jobs_open on jobs (account_id, id) where state in ('queued', 'running')`,
  `create index jobs_running on jobs (account_id) where state = 'running'`,
  `create index idempotency_by_age on idempotency (created_at)`,
  `alter table unfinished_files add column created_at integer not null default 0`,
];

/** Jobs can be shared fairly between accounts, and their progress is seen by other processes. */
export async function sharedJobs<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
