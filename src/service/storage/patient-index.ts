import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** A search reads the newest patients themselves until there are so many that indexing them together is cheap. */
const TOGETHER = 64;
/** One statement takes about 0.2 ms for each. */
const AT_A_TIME = 8;

/**
 * Adds new patients to the search index, 64 in a commit: their grams stand in about as many places of the file as those
 * of two or three, so that creating a patient costs little. All patients of an older data folder are new in this sense.
 */
export function createPatientIndex(db: Kysely<Tables>) {
  let isWanted = false;
  let isEnded = false;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (isWanted && !isEnded) {
      isWanted = false;
      await turn();
      if (await indexSome(db)) isWanted = true;
    }
  }

  return {
    /** Call it after a commit. */
    catchUp(): void {
      isWanted = true;
      working ??= work()
        // On a full disk, for example, searches read more rows; the next commit tries again.
        .catch(() => undefined)
        .finally(() => {
          working = undefined;
        });
    },
    async end(): Promise<void> {
      isEnded = true;
      await working;
    },
  };
}

/** Returns true if there may be more to index. */
async function indexSome(db: Kysely<Tables>): Promise<boolean> {
  if ((await waiting(db)) === undefined) return false;
  await db.transaction().execute(async (transaction) => {
    const range = await waiting(transaction);
    if (range === undefined) return;
    const { rows } = await sql<{ id: number }>`
      select id from patients where id > ${range.before} and id <= ${range.upTo} order by id`.execute(transaction);
    let { before } = range;
    for (let at = AT_A_TIME - 1; ; at += AT_A_TIME) {
      const upTo = rows[Math.min(at, rows.length - 1)]!.id;
      await sql`insert or ignore into patient_grams
        select owner_id, gram, patient_id from grams_of_patients
        where patient_id > ${before} and patient_id <= ${upTo} order by 1, 2, 3`.execute(transaction);
      if (at >= rows.length - 1) break;
      before = upTo;
      await turn();
    }
    await sql`update search_progress set indexed_to = ${range.upTo}`.execute(transaction);
  });
  return true;
}

/** The next ids to index; undefined if there are too few. */
async function waiting(db: Kysely<Tables>): Promise<{ before: number; upTo: number } | undefined> {
  const next = sql<{ before: number; upTo: number | null }>`
    (select indexed_to as before, (
      select id from patients where id > indexed_to order by id limit 1 offset ${sql.lit(TOGETHER - 1)}
    ) as upTo from search_progress)`;
  const { before, upTo } = await db.selectFrom(next.as('next')).selectAll().executeTakeFirstOrThrow();
  return upTo === null ? undefined : { before, upTo };
}
