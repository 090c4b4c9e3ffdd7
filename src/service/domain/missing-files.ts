import type { Database } from '../storage/database.ts';

/**
 * Marks the records that own these files, as far as there still are any: a record without all its files is shown as
 * failed until they are back. Returns the number of records that were not marked before.
 */
export async function markIncomplete(database: Database, missing: readonly string[]): Promise<number> {
  if (missing.length === 0) return 0;
  return database.transact(async (db) => {
    let marked = 0;
    for (const [table, column] of [
      ['reconstructions', 'reconstruction_id'],
      ['afters', 'after_id'],
    ] as const) {
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
