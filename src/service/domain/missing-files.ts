import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { PORTION } from '../portions.ts';
import type { Database, Db } from '../storage/database.ts';
import type { RecordedFile } from '../storage/verified-file.ts';

const OWNERS = [
  ['reconstructions', 'reconstruction_id'],
  ['afters', 'after_id'],
] as const;

/**
 * Marks the records that own these files, as far as there still are any: a record without all its files is shown as
 * failed until they are back. Returns the number of records that were not marked before.
 */
export async function markIncomplete(database: Database, missing: readonly string[]): Promise<number> {
  if (missing.length === 0) return 0;
  return database.transact(async (db) => {
    let marked = 0;
    for (const [table, column] of OWNERS) {
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set({ is_incomplete: 1 })
        .where('is_incomplete', '=', 0)
        .where('id', 'in', (all) =>
          all
            .selectFrom('files')
            .select((file) => file.ref(column).$notNull().as('owner'))
            .where('files.id', 'in', missing),
        )
        .executeTakeFirstOrThrow();
      marked += Number(numUpdatedRows);
    }
    return marked;
  });
}

/** When `markWhole` runs, in words: for the log and for a look alike. */
export const SEEN_AGAIN = 'what is back is seen by the service at its start and each hour, and by doctor at once';

/** Whether all of these files are there as they were stored. */
type AreWhole = (files: readonly RecordedFile[]) => Promise<boolean>;

/**
 * Removes the mark from records whose files are back, and returns the number that still lack one. A damaged file is not
 * back: without the mark its generation would be tried again, and fail again.
 */
export async function markWhole(db: Db, areWhole: AreWhole, signal: AbortSignal): Promise<number> {
  let incomplete = 0;
  for (const [table, column] of OWNERS) {
    const { newest } = await db
      .selectFrom(table)
      .select((all) => all.fn.coalesce(all.fn.max('id'), sql.lit(0)).as('newest'))
      .executeTakeFirstOrThrow();
    for (let last = 0; last < newest; last += PORTION) {
      signal.throwIfAborted();
      const marked = await db
        .selectFrom(table)
        .select('id')
        .where('id', '>', last)
        .where('id', '<=', last + PORTION)
        .where('is_incomplete', '=', 1)
        .execute();
      for (const { id } of marked) {
        // Out of a bucket, the files of one record may take seconds.
        signal.throwIfAborted();
        const files = await db.selectFrom('files').select(['id', 'sha256']).where(column, '=', id).execute();
        if (!(await areWhole(files))) {
          incomplete += 1;
          continue;
        }
        await db.updateTable(table).set({ is_incomplete: 0 }).where('id', '=', id).execute();
        // Its generation was put off for want of a photo.
        const putOff = db.updateTable('jobs').set({ lease_until: 0 }).where('state', '=', 'queued');
        await putOff.where(column, '=', id).execute();
      }
      await nextTurn();
    }
  }
  return incomplete;
}
