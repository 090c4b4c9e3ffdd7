import { sql } from 'kysely';
import type { Account } from './accounts.ts';
import { recordErased } from './files.ts';
import { forgetAnswers, type IdempotencyKey, insertKey } from './idempotency.ts';
import { findPatient } from './patients.ts';
import type { Db, Store } from './store.ts';
import { tidyUp } from './tidy-up.ts';

/**
 * Deletes the patient with everything that belongs to it. When this returns, neither the files nor the person's data
 * are in the data folder any more; a tombstone keeps the id, the time and the actor. Returns the ids of the files.
 */
export async function deletePatient(
  store: Store,
  owner: Account,
  id: number,
  answer: { key?: IdempotencyKey | undefined; status: number; body: string },
): Promise<string[]> {
  const files = await store.db.transaction().execute(async (db) => {
    const now = store.clock.now();
    await findPatient(db, owner, id);
    const ids = await fileIdsOfPatient(db, id);
    await recordErased(db, ids);
    await forgetAnswers(db, id);
    // The patient's row takes its reconstructions, afters, simulations, jobs, files and invitations with it.
    await db.deleteFrom('patients').where('id', '=', id).where('owner_id', '=', owner.id).execute();
    await db
      .insertInto('tombstones')
      .values({ patient_id: id, owner_id: owner.id, actor_id: owner.id, deleted_at: now })
      .execute();
    await insertKey(db, owner, answer.key, { patientId: null, now, answer });
    return ids;
  });
  await tidyUp(store, 'removing files', () => store.blobs.remove(files));
  // The write-ahead log still holds the row as it was.
  await tidyUp(store, 'clearing the write-ahead log', () => sql`pragma wal_checkpoint(truncate)`.execute(store.db));
  return files;
}

async function fileIdsOfPatient(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('reconstructions', 'reconstructions.id', 'files.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'files.after_id')
    .where((where) => where.or([where('reconstructions.patient_id', '=', id), where('afters.patient_id', '=', id)]))
    .select('files.id')
    .execute();
  return rows.map((row) => row.id);
}
