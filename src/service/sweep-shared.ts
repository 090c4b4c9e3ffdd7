import { sql } from 'kysely';
import { dropOldKeys } from './domain/idempotency.ts';
import { dropExpiredPhotos } from './domain/invited-photos.ts';
import type { Store } from './domain/store.ts';
import { PORTION } from './portions.ts';

const HOUR_MS = 3_600_000;

/**
 * Tidies up what requests and generations of dead processes left, while other processes work. Only files that are on
 * record as unfinished are removed, never files that no record explains: a database of an earlier moment knows little.
 */
export async function sweepShared(store: Store, olderThanMs = HOUR_MS): Promise<void> {
  await store.incoming.dropOlderThan(store.clock.now() - HOUR_MS);
  const { db, database } = store;
  // A change that still wants one of these files finds it taken back and fails.
  await db
    .updateTable('unfinished_files')
    .set({ kind: 'erased' })
    .where('kind', '=', 'new')
    .where('created_at', '<', sql<number>`${database.now()} - ${sql.lit(olderThanMs)}`)
    .execute();
  await dropExpiredPhotos(store);
  for (;;) {
    const erased = db.selectFrom('unfinished_files').select('id').where('kind', '=', 'erased');
    const ids = (await erased.limit(PORTION).execute()).map(({ id }) => id);
    if (ids.length === 0) break;
    await store.blobs.remove(ids);
    await db.deleteFrom('unfinished_files').where('id', 'in', ids).execute();
  }
  await dropOldKeys(store, PORTION);
}
