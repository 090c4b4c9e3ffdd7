import type { Database } from './database.ts';

/** The same database, each of whose transactions is undone at its end: what would be refused is, and nothing changes. */
export const dryRunOf = (database: Database): Database => ({
  ...database,
  async transact(work) {
    const undone = new Error('a dry run is undone');
    let result: { value: Awaited<ReturnType<typeof work>> } | undefined;
    try {
      await database.transact(async (db) => {
        result = { value: await work(db) };
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
    return result!.value;
  },
});
