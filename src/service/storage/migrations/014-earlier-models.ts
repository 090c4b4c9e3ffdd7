import { type Kysely, sql } from 'kysely';

/** A model tells what those were made with that it took the place of. Of older ones nobody knows. */
export async function earlierModels<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table reconstructions add column earlier text').execute(db);
}
