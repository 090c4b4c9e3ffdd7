import { type Kysely, sql } from 'kysely';

/** A simulation may have the lines that it was made with. Of those that are there nobody knows them. */
export async function simulationLines<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table simulations add column lines text').execute(db);
}
