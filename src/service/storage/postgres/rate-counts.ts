import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema.ts';

const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
/** The time between two looks for counts that have ended. */
const TIDY_MS = 600_000;

/** Counts by a key within a window of time that begins with the first one. */
export function createRateCounts(db: Kysely<Tables>) {
  let tidiedAt = performance.now();
  return async (key: string, windowMs: number): Promise<{ current: number; leftMs: number }> => {
    if (performance.now() - tidiedAt > TIDY_MS) {
      tidiedAt = performance.now();
      await sql`delete from rate_counts where ends_at < ${NOW}`.execute(db);
    }
    const { rows } = await sql<{ current: number; leftMs: number }>`
      insert into rate_counts as old values (${key}, 1, ${NOW} + ${windowMs}::bigint)
      on conflict (key) do update set
        current = case when old.ends_at <= ${NOW} then 1 else old.current + 1 end,
        ends_at = case when old.ends_at <= ${NOW} then excluded.ends_at else old.ends_at end
      returning current, ends_at - ${NOW} as "leftMs"`.execute(db);
    return rows[0]!;
  };
}
