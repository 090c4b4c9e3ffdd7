import { type Kysely, sql } from 'kysely';

/** A model tells how far it may be from the person. Older ones tell nothing. */
export async function certainty<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const table of ['reconstructions', 'afters']) {
    await sql.raw(`alter table ${table} add column certainty text`).execute(db);
  }
}
