import { sql } from 'kysely';
import { dropOldKeys } from './domain/idempotency.ts';
import { dropExpiredPhotos } from './domain/invited-photos.ts';
import { SEEN_AGAIN } from './domain/missing-files.ts';
import type { Store } from './domain/store.ts';
import type { OpenedStore } from './open-store.ts';
import { PORTION } from './portions.ts';
import { walkFiles } from './walk-files.ts';

const HOUR_MS = 3_600_000;

/**
 * The part of the sweep that must end before the first request; returns lines for the operator. Where no note tells that
 * the folder is this database's, that is the whole sweep, and ids of unfinished files are forgotten first: a file of
 * another database may have one of them.
 */
export async function sweepAtStart(store: OpenedStore): Promise<string[]> {
  await store.incoming.dropOlderThan(Infinity);
  if (store.isMarked) await giveUpNew(store);
  else await store.db.deleteFrom('unfinished_files').where('kind', '=', 'new').execute();
  const lines = store.isMarked ? [] : await sweepFirst(store, new AbortController().signal);
  await store.mark();
  return lines;
}

/** Walks through all files for the first time in this run, and returns lines for the operator. */
export async function sweepFirst(store: OpenedStore, signal: AbortSignal): Promise<string[]> {
  await dropExpiredPhotos(store);
  await eraseRecorded(store, signal);
  const incomplete = await store.noteWhole(signal);
  const { marked } = await walkFiles(store, { before: Infinity, signal });
  return [...(await quarantineNotice(store)), ...incompleteNotice(incomplete + marked)];
}

/** Tidies up while the service runs: only things too old to belong to a running request. */
export async function sweepHourly(
  store: OpenedStore,
  signal: AbortSignal,
  olderThanMs: number = HOUR_MS,
): Promise<string[]> {
  const before = store.clock.now() - olderThanMs;
  await store.incoming.dropOlderThan(before);
  await giveUpNew(store, olderThanMs);
  await dropExpiredPhotos(store);
  await eraseRecorded(store, signal);
  const incomplete = await store.noteWhole(signal);
  const { moved, marked } = await walkFiles(store, { before, signal });
  await dropOldKeys(store, PORTION);
  return [
    ...(moved === 0 ? [] : await quarantineNotice(store)),
    ...(marked === 0 ? [] : incompleteNotice(incomplete + marked)),
  ];
}

/** From here on these files belong to nobody. A change that still wants one of them fails; see `claimFiles`. */
async function giveUpNew({ db, database }: Store, olderThanMs?: number): Promise<void> {
  await db
    .updateTable('unfinished_files')
    .set({ kind: 'erased' })
    .where('kind', '=', 'new')
    .$if(olderThanMs !== undefined, (rows) =>
      rows.where('created_at', '<', sql<number>`${database.now()} - ${sql.lit(olderThanMs ?? 0)}`),
    )
    .execute();
}

/** A crash may have come after the rows were removed and before the files were. */
async function eraseRecorded({ db, blobs, isMarked }: OpenedStore, signal: AbortSignal): Promise<void> {
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const rows = await db
      .selectFrom('unfinished_files')
      .select('id')
      .where('kind', '=', 'erased')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await blobs.remove(ids);
    // If files/ was absent at the start, these files could not be removed; they go when it is back.
    if (isMarked) await db.deleteFrom('unfinished_files').where('id', 'in', ids).execute();
    last = ids.at(-1)!;
  }
}

async function quarantineNotice({ onDisk }: OpenedStore): Promise<string[]> {
  const { folder, count } = await onDisk.quarantined();
  if (count === 0) return [];
  const those = count === 1 ? '1 file that no record explains lies' : `${count} files that no record explains lie`;
  return [
    `${those} in ${folder}. Photos of patients may be among them, also of deleted ones: look at them, then delete the folder`,
  ];
}

export const incompleteNotice = (count: number) =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 record lacks a file and is' : `${count} records lack files and are`} shown as failed; put the files back: ${SEEN_AGAIN}`,
      ];
