import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
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

/** The ids after `before`, up to and with `upTo`. */
interface Portion {
  before: number;
  upTo: number;
}

/** The ids after `before`, up to and with `upTo`. */
interface Portion {
  before: number;
  upTo: number;
}

/** Returns true if there may be more to index. */
async function indexSome(db: Kysely<Tables>): Promise<boolean> {
  if ((await newPatients(db)) === undefined && (await unjoined(db)) === undefined) return false;
  await db.transaction().execute(async (transaction) => {
    const added = await newPatients(transaction);
    if (added !== undefined) {
      await addTo(
        transaction,
        added,
        ({ before, upTo }) => sql`insert or ignore into patient_grams
        select owner_id, gram, patient_id from grams_of_patients
        where patient_id > ${before} and patient_id <= ${upTo} order by 1, 2, 3`,
      );
      await sql`update search_progress set indexed_to = ${added.upTo}`.execute(transaction);
    }
    const joined = await unjoined(transaction);
    if (joined !== undefined) {
      await addTo(
        transaction,
        joined,
        ({ before, upTo }) => sql`insert or ignore into patient_joints
        select * from joints_of_patients where patient_id > ${before} and patient_id <= ${upTo} order by 1, 2, 3`,
      );
      await sql`update search_progress set joined_to = ${joined.upTo}`.execute(transaction);
    }
  });
  return true;
}

async function addTo(db: Kysely<Tables>, { before, upTo }: Portion, add: (some: Portion) => RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number }>`
    select id from patients where id > ${before} and id <= ${upTo} order by id`.execute(db);
  for (let at = 0, last = before; at < rows.length; at += AT_A_TIME) {
    if (at > 0) await turn();
    const next = rows[Math.min(at + AT_A_TIME, rows.length) - 1]!.id;
    await add({ before: last, upTo: next }).execute(db);
    last = next;
  }
}

/** The next ones for the trigrams; undefined if they are too few. */
const newPatients = (db: Kysely<Tables>): Promise<Portion | undefined> =>
  portionOf(
    db,
    sql`select indexed_to as before, (
      select id from patients where id > indexed_to order by id limit 1 offset ${sql.lit(TOGETHER - 1)}
    ) as upTo from search_progress`,
  );

/** The next ones that have trigrams, but no joints yet. */
const unjoined = (db: Kysely<Tables>): Promise<Portion | undefined> =>
  portionOf(
    db,
    sql`select joined_to as before, iif(joined_to = indexed_to, null, coalesce((
      select id from patients where id > joined_to and id <= indexed_to order by id limit 1 offset ${sql.lit(TOGETHER - 1)}
    ), indexed_to)) as upTo from search_progress`,
  );

async function portionOf(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<Portion | undefined> {
  const next = sql<{ before: number; upTo: number | null }>`(${query})`.as('next');
  const { before, upTo } = await db.selectFrom(next).selectAll().executeTakeFirstOrThrow();
  return upTo === null ? undefined : { before, upTo };
}
