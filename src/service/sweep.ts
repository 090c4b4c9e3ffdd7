import { dropOldReceipts } from './domain/receipts.ts';
import type { Store } from './domain/store.ts';
import { FAILED_STATUS } from './queue/finish.ts';

const HOUR_MS = 3_600_000;
const MISSING = 'a file of it is missing on the disk of the service';

/** At the start nothing is under way, so every file without an owner was left by a crash. */
export async function sweepAtStart(store: Store): Promise<void> {
  await store.blobs.dropTempsOlderThan(Infinity);
  await removeOrphans(store, Infinity);
  await markIncomplete(store);
}

/** While it runs: only what is too old to belong to a request that is still being carried out. */
export async function sweepHourly(store: Store, now: number): Promise<void> {
  await store.blobs.dropTempsOlderThan(now - HOUR_MS);
  await removeOrphans(store, now - HOUR_MS);
  await dropOldReceipts(store);
}

async function removeOrphans(store: Store, before: number): Promise<void> {
  const onDisk = await store.blobs.listOlderThan(before);
  const owned = await ownedIds(store);
  await store.blobs.remove(onDisk.filter((id) => !owned.has(id)));
}

async function ownedIds(store: Store): Promise<Set<string>> {
  const rows = await store.db.selectFrom('files').select('id').execute();
  return new Set(rows.map((row) => row.id));
}

/** A record whose file is gone is shown as failed, so that nobody meets it as a fault of the service. */
async function markIncomplete(store: Store): Promise<void> {
  const onDisk = new Set(await store.blobs.listOlderThan(Infinity));
  const rows = await store.db.selectFrom('files').select(['id', 'reconstruction_id', 'after_id']).execute();
  const outcome = { status: FAILED_STATUS, reason: MISSING };
  for (const row of rows.filter(({ id }) => !onDisk.has(id))) {
    if (row.reconstruction_id !== null) {
      await store.db.updateTable('reconstructions').set(outcome).where('id', '=', row.reconstruction_id).execute();
    } else {
      await store.db.updateTable('afters').set(outcome).where('id', '=', row.after_id).execute();
    }
  }
}
