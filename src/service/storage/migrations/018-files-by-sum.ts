import { type Kysely, sql } from 'kysely';

/** A desk that waits for photos asks every few seconds whether another patient has them, of all files. */
export async function filesBySum<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql.raw('create index files_by_sum on files (sha256)').execute(db);
}
