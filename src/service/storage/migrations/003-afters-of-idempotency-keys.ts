import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table idempotency add column after_id integer`,
  // Key and after were written with the same time. If two afters have it, the key still tells that there was
  // one.
  `update idempotency set after_id = (
    select max(id) from afters
    where afters.patient_id = idempotency.patient_id and afters.created_at = idempotency.created_at
    having count(*) = 1
  ) where status is null`,
];

/** An idempotency key names its own after: the newest after of the patient may be another one. */
export async function aftersOfIdempotencyKeys<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
