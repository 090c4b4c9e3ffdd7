import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table idempotency add column after_id integer`,
  // Receipt and after were written with one time. Where two afters have it, the receipt tells that there was one.
  `update idempotency set after_id = (
    select max(id) from afters
    where afters.patient_id = idempotency.patient_id and afters.created_at = idempotency.created_at
    having count(*) = 1
  ) where status is null`,
];

/** A receipt names the after that it is for: the newest one of the patient may be another. */
export async function receiptsOfAfters<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
