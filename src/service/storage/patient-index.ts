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

/** The ids after `before`, up to and with `upTo`. */
interface Portion {
  before: number;
  upTo: number;
}

/** Returns true if there may be more to index. */
async function indexSome(db: Kysely<Tables>): Promise<boolean> {
  const { added, unjoined } = await waiting(db);
  if (added === undefined && unjoined === undefined) return false;
  await db.transaction().execute(async (transaction) => {
    const { added } = await waiting(transaction);
    if (added !== undefined) await addGrams(transaction, added);
    // Those that have just been added are among them.
    const { unjoined } = await waiting(transaction);
    if (unjoined !== undefined) await addJoints(transaction, unjoined);
  });
  return true;
}

async function addGrams(db: Kysely<Tables>, portion: Portion): Promise<void> {
  for await (const { before, upTo } of parts(db, portion)) {
    await sql`insert or ignore into patient_grams
      select owner_id, gram, patient_id from grams_of_patients
      where patient_id > ${before} and patient_id <= ${upTo} order by 1, 2, 3`.execute(db);
  }
  await sql`update search_progress set indexed_to = ${portion.upTo}`.execute(db);
}

async function addJoints(db: Kysely<Tables>, portion: Portion): Promise<void> {
  for await (const { before, upTo } of parts(db, portion)) {
    await sql`insert or ignore into patient_joints
      select owner_id, joint, patient_id, name_folded from joints_of_patients
      where patient_id > ${before} and patient_id <= ${upTo} order by 1, 2, 3`.execute(db);
  }
  await sql`update search_progress set joined_to = ${portion.upTo}`.execute(db);
}

/** A few patients at a time, with a turn for others in between. */
async function* parts(db: Kysely<Tables>, { before, upTo }: Portion): AsyncGenerator<Portion> {
  const { rows } = await sql<{ id: number }>`
    select id from patients where id > ${before} and id <= ${upTo} order by id`.execute(db);
  for (let at = 0, last = before; at < rows.length; at += AT_A_TIME) {
    if (at > 0) await turn();
    const next = rows[Math.min(at + AT_A_TIME, rows.length) - 1]!.id;
    yield { before: last, upTo: next };
    last = next;
  }
}

/** What is to be done next: new patients, if they are enough for a commit; those of the index who have no joints yet. */
async function waiting(db: Kysely<Tables>): Promise<{ added?: Portion; unjoined?: Portion }> {
  const next = sql<{ indexedTo: number; joinedTo: number; newUpTo: number | null; unjoinedUpTo: number | null }>`(
    select indexed_to as indexedTo, joined_to as joinedTo, (
      select id from patients where id > indexed_to order by id limit 1 offset ${sql.lit(TOGETHER - 1)}
    ) as newUpTo, (
      select id from patients where id > joined_to and id <= indexed_to order by id limit 1 offset ${sql.lit(TOGETHER - 1)}
    ) as unjoinedUpTo
    from search_progress)`.as('next');
  const { indexedTo, joinedTo, newUpTo, unjoinedUpTo } = await db
    .selectFrom(next)
    .selectAll()
    .executeTakeFirstOrThrow();
  return {
    ...(newUpTo !== null && { added: { before: indexedTo, upTo: newUpTo } }),
    ...(joinedTo < indexedTo && { unjoined: { before: joinedTo, upTo: unjoinedUpTo ?? indexedTo } }),
  };
}
